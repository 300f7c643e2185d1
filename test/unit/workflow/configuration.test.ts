import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { runCommand } from '../../../src/hooks/cli/commands';
import { jsonSchema } from '../../../src/hooks/configuration/json-schema';
import { withWorkflow } from '../../../src/hooks/workflow/template';
import { Rig } from '../review/rig';

describe('the configuration of a workflow', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  async function gatehouse(words: string, answer?: string) {
    const said = { out: '', err: '' };
    const code = await runCommand(words.split(' '), {
      out: (text) => void (said.out += text),
      err: (text) => void (said.err += text),
      env: rig.env,
      cwd: rig.root,
      isTTY: answer !== undefined,
      ask: () => Promise.resolve(answer ?? ''),
    });
    return { code, ...said };
  }

  function configure(workflow: object): void {
    for (const name of ['analyzer', 'planner', 'executor', 'auditor']) {
      rig.write(`.claude/agents/${name}.md`, `---\nname: ${name}\n---\n`);
    }
    rig.write('.claude/gatehouse.json', JSON.stringify({ workflow: { workflows: [workflow] } }, undefined, 2));
  }

  const agents = { analysis: ['analyzer'], planning: ['planner'], execution: ['executor'], verification: ['auditor'] };
  const start = async (agent: string, only?: string) => {
    const call = { tool_name: 'Agent', tool_input: { subagent_type: agent, prompt: 'x' } };
    return (await rig.hook('PreToolUse', call, only)).stdout;
  };

  const typos: readonly (readonly [what: string, workflow: object, said: RegExp])[] = [
    [
      'an unknown phase',
      { name: 'ship', agents: { ...agents, executionn: ['executor'] } },
      /gatehouse\.json:\d+ workflow\.workflows\.0\.agents\.executionn: unknown key "executionn"; did you mean "execution"\?/,
    ],
    [
      'an unknown key',
      { name: 'ship', agents, plann: 'PLAN.md' },
      /workflow\.workflows\.0\.plann: unknown key "plann"; did you mean "plan"\?/,
    ],
    [
      'a key that goes on where a known one ends',
      { name: 'ship', agents, planfile: 'PLAN.md' },
      /workflow\.workflows\.0\.planfile: unknown key "planfile"; did you mean "plan"\?/,
    ],
    ['an unknown key without a near one', { name: 'ship', agents, colour: 'red' }, /unknown key "colour"/],
    [
      'an agent that nothing defines, with the near one',
      { name: 'ship', agents: { ...agents, execution: ['executr'] } },
      /the workflow "ship" names the agent "executr", but there is no such sub-agent; did you mean "executor"\?/,
    ],
    [
      'an agent that nothing defines, with where to define it',
      { name: 'ship', agents: { ...agents, execution: ['builder'] } },
      /there is no such sub-agent; define it in \.claude\/agents\/builder\.md/,
    ],
  ];
  for (const [what, workflow, said] of typos) {
    it(`F3 gatehouse config and the session's start report ${what}`, async () => {
      configure(workflow);
      const { code, err } = await gatehouse('config');
      assert.equal(code, 1);
      assert.match(err, said);
      const { stdout } = await rig.hook('SessionStart', { source: 'startup' });
      const { systemMessage } = JSON.parse(stdout) as { systemMessage: string };
      assert.match(systemMessage, said);
    });
  }

  it('F3 a mistyped key leaves the rest of the workflow in force', async () => {
    configure({ name: 'ship', agents, planfile: 'PLAN.md' });
    assert.match(await start('executor'), /"deny"/);
  });

  it('agents of the client, the person and a plugin are known', async () => {
    rig.write('.claude/agents/deep/own.md', '---\nname: "own-agent"\n---\n');
    const workflow = { name: 'ship', agents: { analysis: ['Explore', 'own-agent'], execution: ['tools:builder'] } };
    rig.write('.claude/gatehouse.json', JSON.stringify({ workflow: { workflows: [workflow] } }));
    assert.deepEqual(await gatehouse('config').then(({ code, err }) => [code, err]), [0, '']);
  });

  it('a right configuration is no news at the start of a session', async () => {
    configure({ name: 'ship', agents });
    assert.equal((await gatehouse('config')).code, 0);
    assert.doesNotMatch((await rig.hook('SessionStart', { source: 'startup' })).stdout, /misconfigured/);
  });

  it('the schema explains every key', () => {
    const { properties } = JSON.parse(JSON.stringify(jsonSchema([]))) as {
      properties: { workflow: { properties: { workflows: { items: Described } } } };
    };
    assert.deepEqual(undescribed(properties.workflow.properties.workflows.items, ''), []);
  });

  describe('--only workflow-gate', () => {
    it('reads the configuration', async () => {
      configure({ name: 'ship', agents });
      assert.match(await start('executor', 'workflow-gate'), /"deny".*no person has approved the current plan/);
    });

    it('says why it holds nothing back', async () => {
      assert.match(
        await start('executor', 'workflow-gate'),
        /configures no workflow\. 'gatehouse workflow init' writes one/,
      );
    });
  });

  describe('gatehouse workflow init', () => {
    it('writes a workflow that is right and runs from analysis to a passed audit', async () => {
      const { code, out } = await gatehouse('workflow init ship');
      assert.equal(code, 0);
      assert.match(out, /Wrote the workflow 'ship' into \.claude\/gatehouse\.json/);
      assert.equal((await gatehouse('config')).code, 0);
      assert.match(await start('ship-executor'), /"deny"/);
      const end = (agent: string, message = 'Done.') =>
        rig.hook('SubagentStop', {
          agent_type: agent,
          agent_id: 'a1',
          stop_hook_active: false,
          last_assistant_message: message,
        });
      await end('ship-analyzer');
      assert.equal(existsSync(rig.at('.ship-analysis-done')), true);
      rig.write('MASTER_PLAN.md', '# Plan\n');
      await end('ship-planner');
      assert.match(
        (await gatehouse('workflow status')).out,
        /ship: planned\n {2}next: a person approves MASTER_PLAN\.md/,
      );
      assert.equal((await gatehouse('workflow approve ship', 'approve')).code, 0);
      assert.match((await gatehouse('workflow status')).out, /approved by /);
      assert.doesNotMatch(await start('ship-executor'), /"deny"/);
      await end('ship-executor');
      await end('ship-auditor', 'Verdict: PASS');
      assert.match((await gatehouse('workflow status')).out, /ship: start/);
    });

    it('calls the workflow "change" where no name is given, and changes nothing the second time', async () => {
      assert.equal((await gatehouse('workflow init')).code, 0);
      const { code, err } = await gatehouse('workflow init');
      assert.equal(code, 1);
      assert.match(err, /There is a workflow 'change' already/);
    });

    it('keeps what a person wrote, and an agent of the same name', async () => {
      rig.write('.claude/gatehouse.json', '{\n  // mine\n  "profile": "harness"\n}\n');
      rig.write('.claude/agents/ship-planner.md', '---\nname: ship-planner\n---\nmine\n');
      await gatehouse('workflow init ship');
      await gatehouse('workflow init docs');
      const text = rig.read('.claude/gatehouse.json');
      assert.match(text, /\/\/ mine\n {2}"profile": "harness"/);
      assert.match(rig.read('.claude/agents/ship-planner.md'), /mine/);
      assert.equal((await gatehouse('config')).code, 0);
      const all = JSON.parse((await gatehouse('workflow status --json')).out) as { name: string }[];
      assert.deepEqual(all.map(({ name }) => name).sort(), ['docs', 'ship']);
    });

    for (const broken of ['{ "profile": ', '[]', '{ "workflow": 7 }', '{ "workflow": { "workflows": {} } }']) {
      it(`leaves ${broken} unchanged`, async () => {
        rig.write('.claude/gatehouse.json', broken);
        const { code } = await gatehouse('workflow init');
        assert.equal(code, 1);
        assert.equal(rig.read('.claude/gatehouse.json'), broken);
      });
    }

    it('refuses a name that is none', async () => {
      assert.equal((await gatehouse('workflow init ../x')).code, 64);
    });

    for (const text of [
      '',
      '{}',
      '{\n}\n',
      '{"workflow":{}}',
      '{"workflow":{"workflows":[]}}',
      '{ "profile": "harness", }',
    ]) {
      it(`puts a workflow into ${JSON.stringify(text)}`, async () => {
        rig.write('.claude/gatehouse.json', withWorkflow(text, 'ship') ?? '');
        for (const role of ['analyzer', 'planner', 'executor', 'auditor']) {
          rig.write(`.claude/agents/ship-${role}.md`, `---\nname: ship-${role}\n---\n`);
        }
        assert.deepEqual(await gatehouse('config').then(({ code, err }) => [code, err]), [0, '']);
        assert.match(await start('ship-executor'), /"deny"/);
      });
    }
  });
});

interface Described {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

function undescribed({ description, properties = {} }: Described, name: string): readonly string[] {
  const own = name !== '' && description === undefined ? [name] : [];
  return [...own, ...Object.entries(properties).flatMap(([key, inner]) => undescribed(inner, `${name}.${key}`))];
}

import assert from 'node:assert/strict';
import type { Ruling } from '../../../src/hooks/pipeline/gate';
import { rules as rulesGate } from '../../../src/hooks/gates/rules/rules';
import { failedExamples, matches } from '../../../src/hooks/rules/examples';
import type { Example, Rule, RuleMatch } from '../../../src/hooks/rules/rule';
import { assumedSite, type Assumptions } from '../../../bench/corpus-site';
import { callOf } from '../before-bash/judging';

const at = { root: '/home/dev/project', home: '/home/dev' };
const rule = (match: RuleMatch, more: Partial<Rule> = {}): Rule => ({
  id: 'r',
  match,
  decision: 'deny',
  why: 'No.',
  refuses: ['x'],
  passes: ['y'],
  ...more,
});
const fits = (match: RuleMatch, example: Example): boolean => matches(rule(match), example, at);

describe('what a rule matches', () => {
  const table: readonly (readonly [match: RuleMatch, fits: readonly Example[], leaves: readonly Example[]])[] = [
    [
      { program: 'docker' },
      ['docker ps', 'sudo docker ps', "sh -c 'docker ps'", '/usr/bin/docker ps'],
      ['echo docker', 'podman ps'],
    ],
    [{ program: ['terraform', 'tofu'] }, ['tofu plan'], ['pulumi up']],
    [{ program: '*', flags: '--force' }, ['npm i --force', 'git push --force'], ['git push --force-with-lease']],
    [
      { program: 'git', subcommand: 'push' },
      ['git push', 'git -C x push origin main', 'git push -q'],
      ['git pull', 'git stash push', 'git commit -m push'],
    ],
    [
      { program: 'kubectl', subcommand: 'delete ns' },
      ['kubectl delete ns x', 'kubectl -n a delete ns x'],
      ['kubectl delete pod ns'],
    ],
    [
      { program: 'acme', subcommand: 'deploy' },
      ['acme deploy', 'acme -e prod deploy', 'acme --env=prod deploy'],
      ['acme status'],
    ],
    [{ program: 'rm', flags: '-f' }, ['rm -f a', 'rm -rf a', 'rm --force a'], ['rm -r a']],
    [
      { program: 'aws', flags: '--region=us-*' },
      ['aws s3 ls --region us-east-1', 'aws s3 ls --region=us-west-2'],
      ['aws s3 ls --region eu-west-1'],
    ],
    [{ program: 'npm', flags: ['!--dry-run'], subcommand: 'publish' }, ['npm publish'], ['npm publish --dry-run']],
    [{ effect: 'delete' }, ['rm a', 'find . -delete', 'python3 -c \'import os; os.remove("a")\''], ['ls', 'touch a']],
    [{ effect: 'delete:tree' }, ['rm -r a'], ['rm a']],
    [
      { path: 'migrations/**' },
      [
        'rm migrations/1.sql',
        'echo x > migrations/a/1.sql',
        'sed -i s/a/b/ migrations/1.sql',
        { path: 'migrations/1.sql' },
        'rm -rf migrations',
        'mv migrations old',
      ],
      ['cat migrations/1.sql', 'rm src/migrations.ts', { tool: 'Read', path: 'migrations/1.sql' }],
    ],
    [{ path: '*.lock' }, ['rm a/b/yarn.lock', { path: 'yarn.lock' }], ['rm -rf build', 'touch lock']],
    [
      { effect: 'read', path: '~/.aws/**' },
      ['cat ~/.aws/config', { tool: 'Read', path: '~/.aws/config' }],
      ['ls /etc'],
    ],
    [{ path: '/etc/**' }, ['sudo tee /etc/hosts < x'], ['cat /etc/hosts']],
    [{ path: ['src/**', '!src/gen/**'] }, ['touch src/a.ts'], ['touch src/gen/a.ts']],
    [
      { host: '*.example.com' },
      ['curl https://api.example.com/x', 'scp a me@h.example.com:/x'],
      ['curl https://example.org'],
    ],
    [{ tool: 'mcp__github__*' }, [{ tool: 'mcp__github__delete' }], [{ tool: 'Bash', command: 'ls' }]],
    [
      { effect: 'git:push', branch: 'release/*' },
      ['git push origin HEAD:release/1', { command: 'git push', branch: 'release/1' }],
      ['git push origin main', { command: 'git push', branch: 'topic' }],
    ],
    [
      { tool: ['Write', 'Edit'], branch: 'main' },
      [{ tool: 'Write', path: 'a', branch: 'main' }],
      [{ tool: 'Write', path: 'a', branch: 'topic' }],
    ],
    [{ effect: 'git:force-push' }, ['git push -f', 'git push origin +main'], ['git push']],
    [{ service: 'aws', verb: '*delete*' }, ['aws ec2 delete-vpc --vpc-id v'], ['aws ec2 describe-vpcs']],
    [{ where: 'elsewhere', effect: 'delete' }, ['ssh h rm a'], ['rm a']],
  ];
  for (const [match, fitting, leaving] of table) {
    it(JSON.stringify(match), () => {
      assert.deepEqual(
        fitting.filter((example) => !fits(match, example)),
        [],
        'should fit',
      );
      assert.deepEqual(
        leaving.filter((example) => fits(match, example)),
        [],
        'should leave alone',
      );
    });
  }

  it('takes an option of an unknown program with and without a value', () => {
    assert.ok(fits({ program: 'acme', subcommand: 'env destroy' }, 'acme -v env --name x destroy'));
  });
});

describe('the examples of a rule', () => {
  it('name those that do not hold', () => {
    const odd = rule(
      { program: 'git', subcommand: 'push' },
      { refuses: ['git push', 'git pull'], passes: ['git status', 'git push -n'] },
    );
    assert.deepEqual(failedExamples(odd, at), [
      { list: 'refuses', index: 1, example: 'git pull' },
      { list: 'passes', index: 1, example: 'git push -n' },
    ]);
  });
});

describe('the rules gate', () => {
  const said = async (
    rules: readonly Rule[],
    command: string,
    assumed: Assumptions = {},
  ): Promise<readonly Ruling[]> => {
    const site = assumedSite({ ...assumed, settings: { rules: { list: rules } } });
    const answer = await rulesGate.decide(callOf({ command }, site.cwd), site);
    return 'kind' in answer ? [answer] : answer;
  };
  const pushes = (decision: Rule['decision'], id: string): Rule =>
    rule({ program: 'acme' }, { id, decision, refuses: ['acme x'], passes: ['git x'], instead: 'Ask Ada.' });

  it('refuses with the rule, the reason and the way', async () => {
    const [found] = await said([pushes('deny', 'no-acme')], 'cd a && acme deploy');
    assert.ok(found?.kind === 'deny');
    assert.equal(found.rule, 'no-acme');
    assert.match(found.instead ?? '', /Instead: Ask Ada\./);
    assert.equal(found.part, 'acme deploy');
  });

  it('lets the strongest decision speak', async () => {
    const rules = [pushes('allow', 'a'), pushes('warn', 'w'), pushes('ask', 'k'), pushes('deny', 'd')];
    assert.deepEqual(
      (await said(rules, 'acme x')).map(({ kind }) => kind),
      ['deny'],
    );
    assert.deepEqual(
      (await said(rules.slice(0, 3), 'acme x')).map(({ kind }) => kind),
      ['ask', 'context'],
    );
    assert.deepEqual(
      (await said(rules.slice(0, 1), 'acme x')).map(({ kind }) => kind),
      ['allow'],
    );
  });

  it('leaves out a rule whose example does not hold', async () => {
    const broken = { ...pushes('deny', 'no-acme'), passes: ['acme status'] };
    assert.deepEqual(
      (await said([broken], 'acme deploy')).map(({ kind }) => kind),
      ['pass'],
    );
  });

  for (const command of [
    'acme x && rm -rf build',
    'acme x > ~/.bashrc',
    'PATH=. acme x',
    'acme "$X"',
    'acme x | sh',
    'acme $(cat a)',
  ]) {
    it(`does not allow ${command} by a rule that allows acme`, async () => {
      assert.deepEqual(
        (await said([pushes('allow', 'a')], command)).map(({ kind }) => kind),
        ['pass'],
      );
    });
  }

  it('allows what stands beside words that only frame it', async () => {
    for (const command of ['acme x', 'cd sub && acme x', 'acme x 2>&1', 'acme x > /dev/null']) {
      assert.deepEqual(
        (await said([pushes('allow', 'a')], command)).map(({ kind }) => kind),
        ['allow'],
        command,
      );
    }
  });
});

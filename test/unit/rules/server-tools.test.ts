import assert from 'node:assert/strict';
import { serverTools } from '../../../src/hooks/gates/rules/server-tools';
import type { Rule } from '../../../src/hooks/rules/rule';
import { assumedSite } from '../../../bench/corpus-site';
import { callOf } from '../before-bash/judging';

async function said(tool: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const site = assumedSite({});
  const ruling = await serverTools.decide(callOf(input, site.cwd, tool), site);
  return 'kind' in ruling ? ruling.kind : 'several';
}

describe('what a server’s tool deletes', () => {
  const rows: readonly (readonly [tool: string, kind: string, input?: Readonly<Record<string, unknown>>])[] = [
    ['mcp__github__delete_repository', 'ask'],
    ['mcp__supabase__delete_branch', 'ask'],
    ['mcp__neon__delete_project', 'ask'],
    ['mcp__mongodb__drop-database', 'ask'],
    ['mcp__mongodb__dropCollection', 'ask'],
    ['mcp__redis__flushall', 'ask'],
    ['mcp__cloudflare__r2_bucket_delete', 'ask'],
    ['mcp__k8s__pods_delete', 'ask'],
    ['mcp__k8s__kubectl_delete', 'ask', { resourceType: 'Namespaces', name: 'prod' }],
    ['mcp__docker__prune_volumes', 'ask'],
    ['mcp__github__list_repositories', 'pass'],
    ['mcp__supabase__list_deleted_projects', 'pass'],
    ['mcp__github__delete_pending_review', 'pass'],
    ['mcp__memory__delete_entities', 'pass'],
    ['mcp__notion__delete_block', 'pass'],
    ['mcp__slack__delete_message', 'pass'],
    ['mcp__todo__remove_task', 'pass'],
    ['mcp__fs__delete_directory', 'pass'],
    ['mcp__database__query', 'pass'],
    ['mcp__project__remove_task', 'pass'],
    ['mcp__linear__remove_issue_from_project', 'pass'],
  ];
  for (const [tool, kind, input] of rows) {
    it(`${tool}: ${kind}`, async () => assert.equal(await said(tool, input), kind));
  }

  it('says what it is', async () => {
    const site = assumedSite({});
    const ruling = await serverTools.decide(callOf({}, site.cwd, 'mcp__github__delete_repository'), site);
    assert.equal(
      'reason' in ruling && ruling.reason,
      'It deletes a repository of a service, which cannot be undone here. (at: mcp__github__delete_repository)',
    );
  });

  it('is not asked about where a rule of the person allows it', async () => {
    const allowing: Rule = {
      id: 'own-branches',
      match: { tool: 'mcp__supabase__*' },
      decision: 'allow',
      why: 'They are throw-away copies.',
      refuses: [{ tool: 'mcp__supabase__delete_branch' }],
      passes: [{ tool: 'mcp__github__delete_branch' }],
    };
    const site = assumedSite({ settings: { rules: { list: [allowing] } } });
    const kinds = ['supabase', 'github'].map(async (server) => {
      const ruling = await serverTools.decide(callOf({}, site.cwd, `mcp__${server}__delete_branch`), site);
      return 'kind' in ruling && ruling.kind;
    });
    assert.deepEqual(await Promise.all(kinds), ['pass', 'ask']);
  });
});

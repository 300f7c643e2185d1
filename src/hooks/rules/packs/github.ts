import type { Pack } from '../rule';

export const github: Pack = {
  id: 'github',
  title: 'GitHub',
  summary:
    'Asks before repositories, releases, secrets or the protection of branches are deleted or changed on GitHub and GitLab: gh, glab, hub (blocked in the profile harness).',
  rules: [
    {
      id: 'repository-destroy',
      match: { effect: 'service:destroy', service: ['github', 'gitlab'] },
      decision: 'ask',
      why: 'It deletes something on the server that everyone works with.',
      instead: 'Look first (`gh … list`, `gh … view`), and let the person delete it.',
      refuses: [
        'gh repo delete me/app --yes',
        'gh repo edit --visibility public',
        'gh repo archive me/app',
        'gh release delete v1.0.0',
        'gh secret delete TOKEN',
        'gh api -X DELETE repos/me/app/branches/main/protection',
        'glab repo delete me/app',
      ],
      passes: ['gh repo view', 'gh secret list', 'gh release list', 'gh api repos/me/app', 'gh pr create --fill'],
    },
    {
      id: 'repository-protection',
      match: {
        effect: 'service:change',
        service: ['github', 'gitlab'],
        verb: ['secret set*', 'api *protection*', 'api *ruleset*', 'api *secrets*', 'ruleset *', 'deploy-key add*', 'ssh-key add*', 'repo deploy-key add*', 'variable set*', 'api *collaborators*', 'repo transfer*', 'repo rename*', 'repo edit*', 'workflow disable*', 'workflow enable*', 'run cancel*', 'api PATCH repos/*', '!api PATCH repos/*/*/*', 'api PATCH orgs/*'], // prettier-ignore
      },
      decision: 'ask',
      why: 'It changes permissions in the repository, or the secrets of its workflows.',
      refuses: [
        'gh secret set TOKEN --body x',
        'gh api -X PUT repos/me/app/branches/main/protection --input rules.json',
        'gh api --method POST repos/me/app/rulesets --input rules.json',
        'gh repo deploy-key add key.pub -w',
        'gh workflow disable ci.yml',
        'gh api -X PATCH repos/me/app -f private=false',
      ],
      passes: ['gh api repos/me/app/branches/main/protection', 'gh ruleset list', 'gh secret list', 'gh workflow run ci.yml', 'gh api -X PATCH repos/me/app/issues/1 -f state=closed'], // prettier-ignore
    },
    {
      id: 'merge-past-checks',
      match: { program: 'gh', subcommand: 'pr merge', flags: '--admin' },
      decision: 'ask',
      why: 'It merges without the reviews and checks that the repository asks for.',
      instead: 'Leave `--admin` out, or use `--auto`.',
      refuses: ['gh pr merge 12 --admin --squash'],
      passes: ['gh pr merge 12 --squash', 'gh pr merge 12 --auto'],
    },
  ],
};

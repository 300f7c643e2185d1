type Env = Readonly<Record<string, string | undefined>>;

/** `interactive`: a person sits there · `headless`: nobody does · `spawned`: another program drives the session. */
export type SessionKind = 'interactive' | 'headless' | 'spawned';

const builders = [
  'CI',
  'CONTINUOUS_INTEGRATION',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'JENKINS_URL',
  'BUILDKITE',
  'CIRCLECI',
  'TRAVIS',
  'TF_BUILD',
  'TEAMCITY_VERSION',
] as const;

/** Who is there to read a question, as the environment says it. A variable set to a "no" is not set. */
export function sessionKind(env: Env): SessionKind {
  const says = (name: string) => !/^(?:|0|false|no|off|n)$/i.test((env[name] ?? '').trim());
  if (says('OPENCLAW_SESSION')) return 'spawned';
  if (says('GSTACK_HEADLESS')) return 'headless';
  // The app around the client has a person in front of it although the client itself sees none.
  if (says('CONDUCTOR_WORKSPACE_PATH') || says('CONDUCTOR_PORT')) return 'interactive';
  if (builders.some(says)) return 'headless';
  // The client's own word, where it gives one.
  if (env.CLAUDE_CODE_SESSION_ATTENDED !== undefined && env.CLAUDE_CODE_SESSION_ATTENDED !== '') {
    return says('CLAUDE_CODE_SESSION_ATTENDED') ? 'interactive' : 'headless';
  }
  return env.CLAUDE_CODE_ENTRYPOINT === 'sdk-cli' ? 'headless' : 'interactive';
}

import { connect } from 'node:net';
import { readEndpoint } from '../src/hooks/host/endpoint';

/** Puts many calls to the host without starting a shell for each, a few at a time. */
export async function flood(
  home: string,
  count: number,
  event: string,
  payload: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const host = readEndpoint(home);
  if ('problem' in host) throw new Error(host.problem);
  const exported = Object.entries(env).map(([name, value]) => `declare -x ${name}="${value}"\n`);
  const request = `a${event}\0d${env.CLAUDE_PROJECT_DIR ?? '/'}\0e${exported.join('')}\0p${payload}\0.\0`;
  const once = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: host.port, noDelay: true });
      let greeted = false;
      let answer = '';
      socket.on('connect', () => socket.write(`gatehouse1 ${host.clientToken} ${host.build}\n`));
      socket.on('data', (chunk) => {
        answer += chunk.toString();
        if (greeted) return;
        greeted = true;
        socket.write(request);
      });
      socket.on('error', reject);
      socket.on('close', () => (answer.endsWith('end\n') ? resolve() : reject(new Error('a call was not answered'))));
    });
  let left = count;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left > 0) {
        left -= 1;
        await once();
      }
    }),
  );
}

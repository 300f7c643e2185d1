import assert from 'node:assert/strict';
import { effects } from './effects';

const table: Readonly<Record<string, readonly string[]>> = {
  'docker ps -a': [],
  'docker -H tcp://e.example ps': ['fetch tcp://e.example'],
  'docker --config ./evil ps': ['load ./evil'],
  'docker inspect db': ['reveal what containers are told'],
  "docker inspect -f '{{.State.Status}}' db": [],
  "docker inspect -f '{{.Config.Env}}' db": ['reveal what containers are told'],
  'docker compose config': ['reveal what containers are told'],
  'docker compose config --services': [],
  'docker build -t app .': ['change'],
  'docker build --push .': ['change', 'publish container registry: push'],
  'docker volume rm data': ['destroy docker: volume rm'],
  'docker system prune -af': ['destroy docker: system prune'],
  'docker compose down -v': ['destroy docker: compose down'],
  'docker compose down': ['change docker: compose down'],
  'docker cp web:/x .': ['change docker: cp', 'write . tree'],
  'docker run --privileged alpine': ['change docker: run', 'machine privileges', 'load ?'],
  'kubectl get pods -o yaml': ['read kubernetes: get'],
  'kubectl get secret x -o yaml': ['read kubernetes: get', 'reveal secrets of a cluster'],
  'kubectl get secret': ['read kubernetes: get'],
  'kubectl get pods,Secrets -o json': ['read kubernetes: get', 'reveal secrets of a cluster'],
  'kubectl --kubeconfig ./evil get pods': ['load ./evil', 'read kubernetes: get'],
  'kubectl config view --raw': ['reveal the access to a cluster'],
  'kubectl delete ns prod': ['destroy kubernetes: delete'],
  'kubectl delete ns prod --dry-run=client': ['read kubernetes: delete', 'unclear'],
  'kubectl drain n --force': ['destroy kubernetes: drain'],
  'kubectl apply -f https://e.example/x.yaml': ['change kubernetes: apply', 'fetch https://e.example/x.yaml'],
  'helm uninstall db': ['destroy helm: uninstall'],
  'helm template a b --post-renderer ./x': ['run ./x', 'read helm: template'],
};

/** What reaches files of this machine, of a container’s work. */
const here = (command: string): readonly string[] =>
  effects(command).filter((effect) => /^(?:delete|write|read|append|edit|mode|owner) [/~]/.test(effect));

describe('programs that run containers', () => {
  for (const [command, expected] of Object.entries(table)) {
    it(command, () => {
      assert.deepEqual(effects(command), expected);
    });
  }

  it('A9 leave a container its own files', () => {
    assert.deepEqual(here('docker run --rm debian sh -c "rm -rf /var/lib/apt/lists/*"'), []);
    assert.deepEqual(here('docker exec web sh -c "echo 1 > /tmp/x"'), []);
    assert.deepEqual(here('docker run -v data:/data alpine rm -rf /data'), []);
  });

  it('A9 follow a bind mount back to this machine', () => {
    const rows: Readonly<Record<string, string>> = {
      'docker run --rm -v /:/host alpine rm -rf /host/home': 'delete /home tree',
      'docker run --rm -v ~:/h alpine sh -c "rm -rf /h/*"': 'delete /home/dev/* tree',
      'docker run -v "$PWD":/w -w /w node rm -rf src': 'delete /home/dev/project/src tree',
      'docker run --mount type=bind,source=/etc,target=/e alpine rm -r /e/ssl': 'delete /etc/ssl tree',
      'docker run -v $HOME:/h alpine sh -c "cd /h && rm -rf .ssh"': 'delete /home/dev/.ssh tree',
      'docker run -v /srv:/s alpine rm -rf /': 'delete /srv tree',
      'docker run -v ~:/h alpine sh -c "echo x > /h/.bashrc"': 'write /home/dev/.bashrc',
      'podman run --privileged alpine dd if=/dev/zero of=/dev/sda': 'write /dev/sda',
    };
    for (const [command, expected] of Object.entries(rows)) {
      assert.ok(here(command).includes(expected), `${command}: ${here(command).join(', ')}`);
    }
    const found = effects('docker run -v ~:/h alpine find /h -delete').filter((effect) => effect.startsWith('delete'));
    assert.equal(found.length, 1);
    assert.deepEqual(here('docker run -v ~:/h:ro alpine rm -rf /h'), []);
  });
});

import type { Pack } from '../rule';

/** Files that are made again: caches, build folders, what a program put into the temporary folder. */
const regenerated = [
  '!/tmp/**',
  '!/var/tmp/**',
  '!/var/cache/**',
  '!/var/lib/apt/lists/**',
  '!**/node_modules/**',
  '!**/__pycache__/**',
  '!/root/.cache/**',
  '!~/.cache/**',
  '!**/.cache/**',
];

export const remoteMachines: Pack = {
  id: 'remote-machines',
  title: 'Other machines',
  summary:
    'Asks before folders are deleted on other machines: through ssh, ansible, kubectl exec and their kin, and by rsync --delete (blocked in the profile harness).',
  rules: [
    {
      id: 'remote-delete',
      match: { effect: 'delete:tree', where: 'elsewhere', path: ['/**', '~/**', '**', ...regenerated] },
      decision: 'ask',
      why: 'It deletes a whole folder on another machine.',
      instead: 'List it first, and let the person delete it.',
      refuses: [
        'ssh prod "rm -rf /srv/data"',
        'ssh prod <<EOF\nrm -rf /srv/data\nEOF',
        'kubectl exec web -- rm -rf /data',
        'ansible all -m shell -a "rm -rf /data"',
        'vagrant ssh -c "sudo rm -rf /data"',
        'vagrant ssh -- sudo rm -rf /data',
        'minikube ssh -- sudo rm -rf /data',
        'adb shell rm -rf /sdcard',
        'kubectl debug node/n -- rm -rf /host',
        `knife ssh 'name:web' 'rm -rf /data'`,
        'pssh -h hosts "rm -rf /data"',
      ],
      passes: [
        'ssh prod "ls /srv/data"',
        'ssh prod "rm -f /srv/data/a.log"',
        'kubectl exec web -- rm -rf /tmp/cache',
        'docker run --rm -v "$PWD":/w node:20 rm -rf /w/dist',
      ],
    },
    {
      id: 'remote-mirror',
      match: { program: ['rsync'], flags: ['--delete*', '--del'], effect: 'send' },
      decision: 'ask',
      why: 'It deletes files on the other machine that do not exist here.',
      instead: 'Run it with `--dry-run` first.',
      refuses: ['rsync -a --delete ./ me@prod:/var/www/'],
      passes: [
        'rsync -a --delete --dry-run ./ me@prod:/var/www/',
        'rsync -a --delete dist/ backup/',
        'rsync -a ./ me@prod:/var/www/',
      ],
    },
  ],
};

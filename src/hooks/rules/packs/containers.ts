import type { Pack } from '../rule';

export const containers: Pack = {
  id: 'containers',
  title: 'Containers',
  summary:
    'Asks before volumes, swarms or everything that a container engine stores are removed: docker, podman, compose, nerdctl, lxc (blocked in the profile harness).',
  rules: [
    {
      id: 'container-data-destroy',
      match: {
        effect: 'service:destroy',
        service: ['docker', 'podman', 'nerdctl', 'lxc', 'crictl', 'container registry'],
      },
      decision: 'ask',
      why: 'It removes volumes, services or images that cannot be rebuilt from the project.',
      instead: 'Name the one container or volume you mean, and let the person remove it.',
      refuses: [
        'docker volume rm data',
        'docker volume prune -f',
        'docker system prune -af --volumes',
        'docker compose down -v',
        'docker-compose down --volumes',
        'docker rm -v db',
        'docker stack rm web',
        'docker swarm leave --force',
        'podman system reset -f',
        'lxc delete web --force',
        'crane delete registry.example.com/app:1',
      ],
      passes: [
        'docker ps -a',
        'docker volume ls',
        'docker rm web',
        'docker rmi app:old',
        'docker image prune -f',
        'docker compose down',
        'docker build -t app .',
        'docker compose down -v --dry-run',
      ],
    },
  ],
};

import type { Pack } from '../pack';

export const kubernetes: Pack = {
  id: 'kubernetes',
  title: 'Kubernetes',
  summary:
    'Asks before objects of a cluster, releases or whole clusters are deleted: kubectl, oc, helm, argocd, flux, eksctl and their kin (refused in the profile harness).',
  rules: [
    {
      id: 'cluster-destroy',
      match: { effect: 'service:destroy', service: ['kubernetes', 'helm'] },
      decision: 'ask',
      why: 'It deletes something of a cluster that others may be using.',
      instead: 'Look first (`kubectl get`, `--dry-run=client`, `kubectl diff`), and let the person delete it.',
      refuses: [
        'kubectl delete ns production',
        'kubectl -n prod delete pods --all',
        'kubectl get ns -o name | xargs kubectl delete',
        'kubectl drain node-1 --force --delete-emptydir-data',
        'kubectl replace --force -f app.yaml',
        'oc delete project staging',
        'helm uninstall db -n prod',
        'argocd app delete web',
        'flux uninstall --silent',
        'istioctl uninstall --purge',
        'eksctl delete cluster --name prod',
      ],
      passes: [
        'kubectl get pods -A',
        'kubectl describe ns production',
        'kubectl delete pod web --dry-run=client',
        'kubectl apply -f app.yaml',
        'kubectl rollout status deployment/web',
        'helm uninstall db --dry-run',
        'helm list',
        'argocd app list',
        'kubectl scale deployment web --replicas=3',
      ],
    },
  ],
};

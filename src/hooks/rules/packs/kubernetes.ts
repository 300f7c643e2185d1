import type { Pack } from '../rule';

export const kubernetes: Pack = {
  id: 'kubernetes',
  title: 'Kubernetes',
  summary:
    'Asks before objects of a cluster, releases or whole clusters are deleted or changed: kubectl, oc, helm, argocd, flux, eksctl and similar tools (blocked in the profile harness).',
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
        'kubectl scale deployment web --replicas=0',
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
        'kubectl rollout status deployment/web',
        'helm uninstall db --dry-run',
        'helm list',
        'argocd app list',
      ],
    },
    {
      id: 'cluster-change',
      match: {
        effect: 'service:change',
        service: ['kubernetes', 'helm'],
        verb: ['apply*', 'replace', 'patch', 'edit', 'set', 'scale', 'autoscale', 'rollout undo', 'rollout restart', 'rollout pause', 'drain', 'cordon', 'taint', 'adm *', 'app sync*', 'app rollback*', 'rollback*', 'upgrade', 'sync*'], // prettier-ignore
        flags: ['!--context=kind-*', '!--context=k3d-*', '!--context=minikube', '!--context=docker-desktop', '!--context=rancher-desktop', '!--context=orbstack', '!--kube-context=kind-*', '!--kube-context=k3d-*', '!--kube-context=minikube', '!--kube-context=docker-desktop'], // prettier-ignore
      },
      decision: 'ask',
      why: 'It changes what runs in a cluster that others may be using.',
      instead: 'Show what would change (`kubectl diff`, `--dry-run=server`, `helm diff`), or name a local cluster (`--context=kind-…`).', // prettier-ignore
      refuses: [
        'kubectl apply -f app.yaml',
        'kubectl scale deployment web --replicas=3',
        'kubectl rollout undo deployment/api -n prod',
        'kubectl cordon node-3',
        'oc adm drain node1',
        'helm rollback api 3 -n prod',
        'argocd app sync web --prune --force',
      ],
      passes: [
        'kubectl apply -f app.yaml --dry-run=server',
        'kubectl --context kind-dev apply -f app.yaml',
        'kubectl diff -f app.yaml',
        'kubectl rollout status deployment/web',
        'helm upgrade web ./chart --dry-run',
        'helm diff upgrade web ./chart',
        'argocd app diff web',
      ],
    },
  ],
};

import { byVerb } from './by-verb';
import type { Family } from './program';

/** Programs that make, change and take down clusters and what runs in them. */
export const clusters: Family = {
  'argocd argo flux istioctl linkerd cilium velero helmfile skaffold tilt garden devspace okteto werf kapp kubevela vela kpt timoni operator-sdk rancher longhornctl':
    byVerb(
      'kubernetes',
      '-n,--namespace= --context= --kubeconfig=load -l,--selector= -f,--file=read -e,--environment=',
      {
        destroys: /^(?:app terminate-op|down|rollouts? abort|x uninstall|backup delete|workflow stop)(?:$|\s)/,
        harmless: /^(?:login|logout|context|repo rm|cache)(?:$|\s)/,
      },
    ),
  'eksctl kops kubeadm clusterctl rosa talosctl k0s k0sctl rke rke2 gardenctl tkn k3sup virtctl': byVerb(
    'kubernetes',
    '-f,--config-file=read --kubeconfig=load --name= --region= --profile=',
    { destroys: /^reset(?:$|\s)/ },
  ),
  'k3s-uninstall.sh k3s-agent-uninstall.sh rke2-uninstall.sh': byVerb('kubernetes', '', { destroys: /./ }),
};

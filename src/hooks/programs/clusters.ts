import { byVerb, type ByVerb } from './parts/by-verb';
import { runs } from './effect';
import type { Family } from './program';

const options = '-n,--namespace= --context= --kubeconfig=load -l,--selector= -f,--file=read -e,--environment=';
const given: ByVerb = {
  destroys: /^(?:app terminate-op|down|rollouts? abort|x uninstall|backup delete|workflow stop)(?:$|\s)/,
  harmless: /^(?:login|logout|context|repo rm|cache)(?:$|\s)/,
};

/** Programs that make, change and take down clusters and what runs in them. */
export const clusters: Family = {
  'argocd argo flux istioctl linkerd cilium velero tilt okteto werf kapp kubevela vela kpt timoni operator-sdk rancher longhornctl':
    byVerb('kubernetes', options, given),
  // Their configuration names commands that run while it is read.
  'helmfile skaffold garden devspace': byVerb('kubernetes', options, {
    ...given,
    more: () => [runs({ form: 'project', what: 'runs what the configuration of the project names' })],
  }),
  'eksctl kops kubeadm clusterctl rosa talosctl k0s k0sctl rke rke2 gardenctl tkn k3sup virtctl': byVerb(
    'kubernetes',
    '-f,--config-file=read --kubeconfig=load --name= --region= --profile=',
    { destroys: /^reset(?:$|\s)/ },
  ),
  'k3s-uninstall.sh k3s-agent-uninstall.sh rke2-uninstall.sh': byVerb('kubernetes', '', { destroys: /./ }),
};

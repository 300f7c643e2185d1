import type { Pack } from '../rule';

/** Clouds and platforms, by their own command lines and by what describes them. */
const clouds = [
  'aws',
  'azure',
  'gcloud',
  'bigquery',
  'cloud platform',
  'heroku',
  'fly',
  'object storage',
  'rclone',
  'auth0',
];

const described = ['terraform', 'pulumi', 'packer', 'ansible', 'vagrant'];

export const cloud: Pack = {
  id: 'cloud',
  title: 'Cloud',
  summary:
    'Asks before cloud or platform resources are deleted, stopped, or changed without a preview: aws, gcloud, az, terraform, pulumi, heroku, fly, vercel and similar tools (blocked in the profile harness).',
  rules: [
    {
      id: 'cloud-destroy',
      match: { effect: 'service:destroy', service: clouds },
      decision: 'ask',
      why: 'It deletes something in the cloud that cannot be restored from here.',
      instead: 'Look first (`list`, `describe`, `--dry-run`), and let the person delete it.',
      refuses: [
        'aws ec2 terminate-instances --instance-ids i-0abc',
        'aws --profile prod s3 rb s3://data --force',
        'gcloud projects delete prod --quiet',
        'az group delete --name prod --yes',
        'heroku apps:destroy --app web --confirm web',
        'flyctl apps destroy web -y',
        'vercel rm web --yes',
        'doctl compute droplet delete 1234 -f',
        'gsutil -m rm -r gs://data',
        'rclone purge remote:data',
        'supabase db reset --linked',
      ],
      passes: [
        'aws ec2 describe-instances',
        'aws ec2 terminate-instances --instance-ids i-0abc --dry-run',
        'aws s3 rm s3://data/a --dryrun',
        'gcloud compute instances list',
        'az group list',
        'heroku apps:info',
        'flyctl status',
        'gsutil ls gs://data',
        'rclone delete remote:data --dry-run',
      ],
    },
    {
      id: 'web-delete',
      match: { effect: 'service:destroy', service: 'web service' },
      decision: 'ask',
      why: 'It deletes something on another server.',
      instead: 'Ask for it first (GET), and let the person delete it.',
      refuses: ['curl -X DELETE https://api.example.com/v1/customers/7', 'http DELETE api.example.com/v1/customers/7'],
      passes: ['curl https://api.example.com/v1/customers/7', 'curl -X DELETE http://localhost:3000/api/customers/7'],
    },
    {
      id: 'unlisted-destroy',
      match: {
        effect: 'unknown:program',
        subcommand: [
          ...['delete', 'destroy', 'terminate', 'purge', 'nuke', 'unregister', 'deregister', 'teardown'].flatMap((verb) => [verb, `* ${verb}`, `* * ${verb}`]), // prettier-ignore
          ...['delete-*', '* delete-*', '*:delete', '*:destroy', 'drop-*', 'remove-*'],
        ],
        flags: ['!--dry-run*', '!--dryrun', '!--help', '!-h', '!--check', '!--what-if', '!--simulate'],
      },
      decision: 'ask',
      why: 'It tells a program that Gatehouse does not know to delete something.',
      refuses: ['apigeecli products delete --name my-product', 'fastly service delete', 'pd team delete P567', 'acmectl destroy prod', 'java -jar jenkins-cli.jar -s http://ci/ delete-job build'], // prettier-ignore
      passes: [
        'apigeecli products list',
        'acmectl destroy prod --dry-run',
        './scripts/users.sh delete 7',
        'echo delete',
      ],
    },
    {
      id: 'infrastructure-destroy',
      match: { effect: 'service:destroy', service: described },
      decision: 'ask',
      why: 'It takes infrastructure down.',
      instead: 'Show the plan (`terraform plan -destroy`, `pulumi preview`), and let the person run it.',
      refuses: [
        'terraform destroy -auto-approve',
        'tofu -chdir=infra apply -destroy',
        'terraform state rm aws_instance.web',
        'terragrunt run-all destroy',
        'pulumi destroy --yes',
        'vagrant destroy -f',
      ],
      passes: ['terraform plan -destroy', 'terraform state list', 'pulumi preview', 'pulumi destroy --preview-only'],
    },
    {
      id: 'infrastructure-apply',
      match: {
        effect: 'service:change',
        service: ['terraform', 'pulumi', 'ansible', 'aws'],
        verb: ['apply', 'up', 'update', 'import', 'taint', 'cancel', 'play', 'cdk deploy', 'cdk import', 'cdk watch', 'cdk rollback'], // prettier-ignore
      },
      decision: 'ask',
      why: 'It changes infrastructure without a reviewed plan of the changes.',
      instead: 'Show the plan (`terraform plan -out`, `pulumi preview`, `cdk diff`, `ansible-playbook --check`), and let the person apply it.', // prettier-ignore
      refuses: ['terraform apply -auto-approve', 'terragrunt run-all apply', 'pulumi up --yes', 'cdk deploy --require-approval never', 'ansible-playbook -i prod site.yml'], // prettier-ignore
      passes: ['terraform plan -out=tfplan', 'terraform apply tfplan', 'pulumi preview', 'cdk diff', 'ansible-playbook site.yml --check', 'ansible-playbook -c local setup.yml', 'ansible all -m ping'], // prettier-ignore
    },
    {
      id: 'cloud-stop',
      match: {
        effect: 'service:change',
        service: clouds,
        verb: ['* stop', '* stop-*', 'stop', 'stop *', '* deallocate', '*suspend*', 'ps:stop*', 'ps:scale *=0*', 'scale *=0*', '* scale *=0*', '!*query*'], // prettier-ignore
      },
      decision: 'ask',
      why: 'It stops something that others may be using.',
      refuses: ['aws ec2 stop-instances --instance-ids i-0abc', 'az vm deallocate -n web -g prod', 'heroku ps:scale web=0 -a prod'], // prettier-ignore
      passes: ['aws ec2 describe-instances', 'az vm list', 'heroku ps:scale web=2 -a prod'],
    },
    {
      id: 'cloud-access',
      match: {
        effect: 'service:change',
        service: clouds,
        verb: ['iam *', 'organizations *', 'route53 change-*', '* *-public-access-block', '*security-group-*gress', '* put-*-policy', '* put-*-acl', '*iam-policy*', 'role assignment *', 'keyvault set-policy*', 'dns record-set*'], // prettier-ignore
      },
      decision: 'ask',
      why: 'It changes access rights in the cloud.',
      refuses: [
        'aws iam attach-role-policy --role-name ci --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
        'aws ec2 authorize-security-group-ingress --group-id g --protocol tcp --port 22 --cidr 0.0.0.0/0',
        'gcloud projects add-iam-policy-binding p --member user:a --role roles/owner',
        'az role assignment create --assignee a --role Owner',
      ],
      passes: ['aws iam list-roles', 'aws ec2 describe-security-groups', 'gcloud projects get-iam-policy p', 'az role assignment list'], // prettier-ignore
    },
    {
      id: 'secrets-store-destroy',
      match: { effect: 'service:destroy', service: ['vault', 'consul', 'nomad', 'etcd', 'secret store'] },
      decision: 'ask',
      why: 'It deletes keys, secrets or jobs that other systems run on.',
      refuses: ['vault kv destroy -versions=1 secret/app', 'consul kv delete -recurse app/', 'nomad job stop -purge web', 'etcdctl del --prefix /app'], // prettier-ignore
      passes: ['vault status', 'consul members', 'nomad job status', 'etcdctl endpoint health'],
    },
  ],
};

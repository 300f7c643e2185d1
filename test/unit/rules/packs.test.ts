import assert from 'node:assert/strict';
import type { GateAnswer } from '../../../src/hooks/pipeline/gate';
import { packGates } from '../../../src/hooks/gates/rules/packs';
import { failedExamples, sayFailed } from '../../../src/hooks/rules/examples';
import { packs } from '../../../src/hooks/rules/packs';
import { assumedSite, type Assumptions } from '../../../bench/corpus-site';
import { callOf } from '../before-bash/judging';

const at = { root: '/home/dev/project', home: '/home/dev' };

/** What the packs say to a command, each by its decision and rule. */
async function said(command: string, assumed: Assumptions = {}): Promise<readonly string[]> {
  const site = assumedSite(assumed);
  const call = callOf({ command }, site.cwd);
  const answers: GateAnswer[] = [];
  for (const gate of packGates) answers.push(await gate.decide(call, site));
  return answers
    .flat()
    .flatMap((ruling) =>
      ruling.kind === 'ask' || ruling.kind === 'deny' ? [`${ruling.kind} ${ruling.rule ?? ''}`] : [],
    );
}

describe('the packs', () => {
  for (const { id, rules } of packs) {
    for (const rule of rules) {
      it(`${id}: the examples of ${rule.id} hold`, () => {
        assert.deepEqual(failedExamples(rule, at).map(sayFailed), []);
      });
    }
  }

  it('A4 ask in the profile standard and refuse in the harness', async () => {
    assert.deepEqual(await said('terraform destroy -auto-approve'), ['ask infrastructure-destroy']);
    assert.deepEqual(await said('terraform destroy -auto-approve', { profile: 'harness' }), [
      'deny infrastructure-destroy',
    ]);
  });

  it('see through wrappers, shells and scripts', async () => {
    assert.deepEqual(await said('sudo -u deploy env X=1 sh -c "kubectl delete ns prod"'), ['ask cluster-destroy']);
    assert.deepEqual(await said('kubectl get ns -o name | xargs -n1 kubectl delete'), ['ask cluster-destroy']);
    assert.deepEqual(await said('docker exec db psql -c "DROP TABLE users"'), ['ask destroy-data']);
    assert.deepEqual(await said('heroku run rails db:drop --app web'), ['ask migrations-destroy']);
  });

  it('leave text alone that only names a command', async () => {
    for (const command of [
      'echo "terraform destroy"',
      'git commit -m "npm publish"',
      'grep -r "DROP TABLE" db',
      "cat <<'EOF'\nkubectl delete ns prod\nEOF",
    ]) {
      assert.deepEqual(await said(command), [], command);
    }
  });

  it('say nothing to what a rule of the person allows', async () => {
    const allowing = {
      id: 'own-registry',
      match: { program: 'docker', subcommand: 'push me/*' },
      decision: 'allow' as const,
      why: 'My own.',
      refuses: ['docker push me/app'],
      passes: ['docker push other/app'],
    };
    const settings = { rules: { list: [allowing] } };
    assert.deepEqual(await said('docker push me/app', { settings }), []);
    assert.deepEqual(await said('docker push other/app', { settings }), ['ask publish']);
  });
});

describe('fresh verbs of the same families', () => {
  const destroying = `
    aws rds delete-db-cluster --db-cluster-identifier prod | aws ecr batch-delete-image --repository-name app --image-ids imageTag=1 | aws s3api delete-bucket --bucket b
    aws route53 delete-hosted-zone --id Z1 | aws lambda delete-function --function-name f | aws sqs purge-queue --queue-url q | aws ec2 release-address --allocation-id e
    aws s3 sync . s3://b --delete | az vm delete -g g -n v --yes | az keyvault purge --name k | az storage blob delete-batch -s c | az sql db delete -n x -g g -s s
    gcloud container clusters delete c --zone z -q | gcloud storage rm -r gs://b | gcloud pubsub topics delete t | gcloud run services delete s | bq rm -r -f dataset
    tofu destroy | terraform apply -destroy -auto-approve | terraform force-unlock -force 1234 | pulumi down -y | pulumi state delete urn | cdk destroy
    doctl databases delete x | hcloud server delete web | linode-cli linodes delete 1 | flyctl volumes destroy v | fly postgres detach app | railway down | render services delete s
    netlify sites:delete x | firebase projects:delete x | firebase firestore:delete -r --all-collections | wrangler delete | wrangler d1 execute db --command "DROP TABLE users"
    supabase projects delete x | pscale database delete x | turso db destroy x | vercel projects rm x | heroku pg:copy a b | serverless remove | sls remove | amplify delete | eb terminate env
    kubectl delete -f k8s/ | kubectl delete pvc --all | helm del x | argocd app delete x --cascade | flux delete kustomization x | kops delete cluster x --yes | velero backup delete x
    helmfile destroy | skaffold delete | istioctl uninstall --purge -y | kubeadm reset -f | talosctl reset
    docker compose down --volumes | docker swarm leave -f | podman volume prune -f | docker service rm web | docker secret rm s | docker system prune --all --force
    mysqladmin drop app -f | mongosh --eval 'db.users.deleteMany({})' | redis-cli -h prod FLUSHDB ASYNC | cockroach sql -e "DROP DATABASE x" | sqlcmd -Q "DROP TABLE x"
    psql -c "ALTER TABLE users DROP COLUMN email" | psql -c "UPDATE users SET admin=true" | psql -c "delete from users where 1=1" | clickhouse-client -q "TRUNCATE TABLE x"
    rails db:schema:load | bundle exec rake db:purge | python3 manage.py reset_db | django-admin flush | npx prisma db push --force-reset | alembic downgrade -1 | flask db downgrade base
    npx knex migrate:rollback | npx sequelize-cli db:drop | yarn typeorm schema:drop | php artisan migrate:refresh | php bin/console doctrine:database:drop --force | diesel database reset
    npm unpublish a | npm publish --access public | pnpm publish -r | yarn npm publish --tag next | cargo yank --version 1 a | gem push a.gem | python setup.py sdist upload | maturin publish
    podman push x docker://r/x | docker image push r/x | skopeo copy oci:a docker://r/a | gh release upload v1 a.zip | glab release create v1 | mvn -B deploy -DskipTests | ./gradlew publishToSonatype
    gh repo delete x | gh api --method DELETE repos/a/b | gh secret set A -b x | gh variable delete A | glab project delete x | gh release delete v1 -y | gh repo archive x
    vault delete secret/x | vault secrets disable kv | consul kv delete -recurse a/ | nomad job stop -purge x | nomad system gc | etcdctl del "" --prefix
    rclone purge r:x | rclone sync . r:x | s3cmd del --recursive s3://b | s3cmd rb s3://b | mc rm --recursive --force s/b | mc rb --force s/b | azcopy rm "https://a/b" --recursive | b2 delete-bucket x
    terraform apply | tofu apply -auto-approve | pulumi up -y | cdk deploy | ansible-playbook site.yml | helm upgrade web ./chart | kubectl apply -k overlays/prod | kubectl set image deploy/web web=app:2
    aws ecs stop-task --task t | az webapp stop -n a -g g | aws iam put-role-policy --role-name r | gcloud run services add-iam-policy-binding s | npm owner add bob a | pnpm access revoke team a
    MIX_ENV=prod mix ecto.migrate | npx knex migrate:latest --env production | gh workflow disable ci.yml | gh run cancel 12 | gh pr merge 3 --admin
    ansible all -m file -a "path=/data state=absent" | salt '*' cmd.run 'rm -rf /data' | gcloud compute ssh vm --command "rm -rf /data" | aws ssm send-command --parameters 'commands=["rm -rf /data"]'
    kafka-topics.sh --delete --topic x --bootstrap-server k:9092 | rabbitmqctl delete_queue q | curl -X DELETE https://api.example.com/v1/users/7
  `
    .split(/\s*\n\s*| \| (?=[a-z./])/)
    .map((line) => line.trim())
    .filter(Boolean);
  for (const command of destroying) {
    it(`asks about ${command}`, async () => assert.notDeepEqual(await said(command), []));
  }

  const free = `
    aws rds describe-db-clusters | aws s3 ls s3://b | aws ec2 run-instances --dry-run | aws s3 sync . s3://b --delete --dryrun | aws ec2 stop-instances --instance-ids i --dry-run
    az vm list -o table | az group show -n x | gcloud compute instances describe vm | gcloud projects list | gsutil ls | bq ls | bq query --dry_run "DROP TABLE x"
    terraform plan | terraform validate | tofu plan -destroy | terraform show | pulumi preview | pulumi stack ls | cdk diff | cdk synth
    doctl compute droplet list | fly status | flyctl apps list | heroku ps | vercel ls | netlify status | firebase projects:list | wrangler tail | supabase status
    kubectl get all -A | kubectl describe pvc x | kubectl delete ns x --dry-run=server | kubectl drain n --dry-run=client | helm list -A | helm status x | helm uninstall x --dry-run | argocd app get x
    docker ps | docker volume inspect v | docker compose ps | docker compose down | docker system df | docker rm web | docker image ls | podman images
    psql -c "select 1" | psql -c "delete from users where id = 1" | psql -c "update users set a=1 where id=2" | mysql -e "show tables" | mongosh --eval "db.users.find()" | redis-cli get a | pg_dump app
    rails db:migrate | rails db:migrate:status | RAILS_ENV=test rails db:drop | rake db:seed | python manage.py makemigrations | python manage.py sqlflush | npx prisma migrate dev | npx prisma generate
    alembic upgrade head | alembic downgrade base --sql | knex migrate:list | php artisan migrate | php artisan cache:clear | mix ecto.migrate | mix clean | flyway validate | liquibase status
    npm pack | npm publish --dry-run | cargo publish --dry-run | cargo package --list | twine check dist/* | poetry build | npx semantic-release -d | gh release view v1 | gh pr merge 1 | vsce package
    gh repo view a/b | gh secret list | gh api repos/a/b | glab mr list | vault status | consul members | nomad status | etcdctl get a | rclone ls r:x | rclone sync . r:x --dry-run | s3cmd ls | mc ls s/b
    ssh prod uptime | ansible all -m ping | ansible all -m shell -a "rm -rf /data" --check | rsync -a --delete -n ./ me@prod:/www/ | kafka-topics.sh --list --bootstrap-server k:9092
    kubectl --context minikube apply -f a.yml | kubectl apply -f a.yml --dry-run=client | ansible-playbook -c local a.yml | npx knex migrate:latest | npm owner ls a | gh workflow run ci.yml
    curl https://api.example.com/v1/users | curl -X POST https://api.example.com/v1/users -d a=1 | git push origin feature | npm run test | terraform apply tfplan
  `
    .split(/\s*\n\s*| \| (?=[A-Za-z./])/)
    .map((line) => line.trim())
    .filter(Boolean);
  for (const command of free) {
    it(`leaves ${command} free`, async () => assert.deepEqual(await said(command), []));
  }
});

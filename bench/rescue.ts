import { campaign, type Tried } from './rescue-campaign';

/** `npm run rescue:campaign -- [how many] [first seed]`: so many discards in generated repositories, kept, run, restored and compared. */
async function main([count = '500', first = '1']: readonly string[]): Promise<void> {
  const tried: Tried[] = [];
  await campaign(Number(count), Number(first), (one) => {
    tried.push(one);
    if (one.problems.length > 0)
      console.log(`seed ${one.seed} (${one.situation}) ${one.command}\n  ${one.problems.join('\n  ')}`);
    else if (tried.length % 50 === 0) console.log(`${tried.length} runs`);
  });
  const of = (answer: Tried['answer']) => tried.filter((one) => one.answer === answer).length;
  const failed = tried.filter(({ problems }) => problems.length > 0).length;
  console.log(
    `${tried.length} runs: ${of('saved')} saved and restored, ${of('nothing lost')} with nothing to lose, ${of('refused')} refused; ${failed} with a problem.`,
  );
  process.exitCode = failed === 0 ? 0 : 1;
}

void main(process.argv.slice(2));

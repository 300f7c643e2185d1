import assert from 'node:assert/strict';
import { Rig } from '../review/rig';

describe('a stop, and what comes next', () => {
  let rig: Rig;
  beforeEach(() => void (rig = new Rig()));
  afterEach(() => rig.clear());

  async function stop(answer: string, more: object = {}): Promise<number> {
    const fields = { stop_hook_active: false, last_assistant_message: answer, ...more };
    return (await rig.hook('Stop', fields, 'forward-motion')).exitCode;
  }

  describe('forward-motion', () => {
    const table: readonly (readonly [string, number])[] = [
      ['I renamed the function.\n\nAll done.', 2],
      ['Everything is finished!', 2],
      ["That's it.", 2],
      ['Done. Shall I run the tests?', 0],
      ['Done.\n\nLet me know if you want the tests too.', 0],
      ['All set. Next step: wire it to the button.', 0],
      ['Done. You can run `npm start` to see it.', 0],
      ['I changed 3 files.', 0],
      ['', 0],
      ['10.3 I am not done because the server is down.', 0],
      ['10.3 It is done: see https://x.example/?q=1', 2],
      ['All done.\n\n```sh\nnpm test # really?\n```', 2],
    ];
    for (const [answer, code] of table) {
      it(`${JSON.stringify(answer)} ends with ${code}`, async () => assert.equal(await stop(answer), code));
    }

    it('10.3 is quiet when the agent already goes on because of a hook', async () => {
      assert.equal(await stop('Done.', { stop_hook_active: true }), 0);
    });

    it('10.3 insists at most twice in a turn', async () => {
      const codes = [await stop('Done.'), await stop('Done.'), await stop('Done.')];
      assert.deepEqual(codes, [2, 2, 0]);
    });

    it('D-6 reads the field that the seed names as well', async () => {
      const reply = await rig.hook('Stop', { stop_hook_active: false, response: 'Done.' }, 'forward-motion');
      assert.equal(reply.exitCode, 2);
      assert.match(reply.stderr, /what could come next/);
    });
  });
});

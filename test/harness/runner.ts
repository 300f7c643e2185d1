import { main } from '../../src/hooks/main';

/** The runner without its start through the compiled code: for tests that run the sources or a bundle of their own. */
main(process.argv.slice(2));

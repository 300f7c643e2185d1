import { nounsOf } from './forms';

/** Parts of code and prose: one edit takes them out, the next brings them back. */
export const code = nounsOf(`
  adapter constructor factory
  abstraction adjective adverb algorithm alias animation annotation any apostrophe approach argument assert assertion
  attribute badge block boilerplate border brackets branch-coverage bullet button callback caption case cast catch
  cells character class clause code color colour comma comment component condition console.log constant css cursor
  dash debugger decorator default dependency describe-block devdependency digits directive docblock docstring
  duplicate duplication element else emoji enum example expression filter fixture flag focus footer footnote function
  gap generic getter guard handle header heading helper highlight hook hyphen icon if import indentation indirection
  interface jsdoc keyword label line link lint literal log-line logic loop macro margin method mock module mutex
  newline noun null option overload padding paragraph param parameter parentheses parser phrase placeholder polyfill
  pragma prefix promise prop property quotation quotes readme reducer reference-link regex row-height rule section
  selection selector semicolon sentence setter shadow shape sidebar snippet space spinner state statement step stub
  style subheading subtitle suffix suite table-of-contents tag-line ternary test title toc todo tooltip try type typo
  variable variant verb warning whitespace word wording wrapper zero
`);

/** Programs and how they are written. */
const programs = nounsOf(`
  abstraction adapter angular api application architecture argparse array async attempt await axios backend bash bazel
  benchmark bitmask body boolean bootstrap boss bot browser buffer bug bugfix bundle bundler cache cache-key caching
  camel camelcase camera cap chaining changelog channel-type character charset chrome cli click closure cmake codebase
  codegen command commander commit-style comparator compiler complexity composition compound comprehension concurrency
  config configuration confirmation constant context controller controls convention copy coroutine counter coverage
  cpu crash css csv cte cutscene cypress dart dataclass dayjs debounce decimal declaration defaults delay demo derived
  dialogue dict dictionary diff difficulty django doc dockerfile document documentation drizzle dto early editor
  editorconfig effect elixir emitter emulator encapsulation encoding endpoint enemy entry error esbuild eslint
  event-name exception exit-code explorer exporter express extension facade factory fastapi fetch file-picker
  firefox fix flask flat flicker float flow foreach format formatter formula framework frontend game generator getter
  gitignore glitch go-code golang gradle graph graphql gravity grid grpc gui handler hash haskell id identifier heap hex hook-name
  html http importer inheritance input integer integration interpreter interrupt intl iterator java javascript jest
  join jotai jpeg json jump kebab knex kotlin lambda latency latex layout-engine leaderboard leaf leak level
  lexer library linter linting list list-comprehension listener locale lockfile lodash log logger logging loglevel lua
  luxon magic makefile map mapping markdown matplotlib matrix maven memo memoization memory middleware mobx mocha
  model modifier moment monad monorepo mutex nested nesting next.js ninja none numpy nvmrc nx openapi optional orm
  output package.json pandas parser parsing pascalcase patch path path-parameter pattern pdf performance perl php
  physics pinia pip platformer player playground playwright plotly plugin png pnpm poetry pointer polars polling pool
  posix powerup practice predicate presenter prettier prisma problem profile profiler program promise prompt
  prompt-template prototype provider-component puzzle pydantic pytest python query queue-class race rails react
  readability reader readme record-type recursion recursive redux refactor refactoring reference refinement rename
  renderer rendering repl report rest result retry return rewrite rollup route router ruby runtime rust safari
  sandbox-example sass scaffold scala scanner scene scheduler score script scss sdk seaborn search semantics semaphore
  sensor sequence serializer service-class set-type setter setting setup shader shell-script signature simulation
  simulator singleton slice snake snapshot-test software solid sort sorting validation sound soundtrack spec speed sprite sql
  sqlalchemy stack stderr stdout store-class storybook strategy stream strict strictness string strip-chart struct
  structure subquery svelte svg swift swing syntax table-tests tailwind temporal terminal test-name testing
  tests-first thread throttle throughput tile tilemap timeout timestamps timezone to-do todo tokenizer toml tool
  tooling trace trait tree tsconfig tuple turborepo typer typescript typing ui umlauts undefined union util utility uv
  ux validator vector verbosity view view-model viewmodel vite vitest vue weapon webp webpack widget wizard worker
  worker-pool workspaces worktree-name writer xml yaml yargs yup zig zod zone zustand
`);

/** How a page or a picture looks, and what stands on it. */
const looks = nounsOf(`
  slash backslash separator sheet red blue green black white grey gray yellow orange purple pink brown solution stripe drawing painting cartoon collage   accent accessibility accordion alignment animation arrow avatar axes axis background badge banner bar bins border
  boxplot breadcrumb breakpoint brochure button calendar card-layout carousel cell chart checkbox chip clock column
  combobox contrast corner corner-radius cover cursor dark dashboard datepicker deck design diagram dialog dimension
  donut dot drawer dropdown easing edge emoji empty-state enclosure fade favicon field flexbox flowchart flyer font
  footer form gallery gauge gesture gradient greeting grid gutter header heading heatmap height hero histogram hover
  icon illustration image input kanban keyboard landscape layout leaflet legend light loader logo map-view margin
  marker menu meter minimap mixin mock-up mockup modal mouse nav navbar navigation opacity orientation page pagination
  palette pane panel photo-layout picker picture pie pin-colour pixel placeholder plot popover popup portrait poster
  progress radio radius resolution responsive row rows-per-page sans sass scatter screen scroll scrollbar scrolling
  serif shade shadow shortcut sidebar size skeleton sketch slide slider snackbar spacing sparkline spinner split-view
  stepper storyboard stripe stylesheet submenu swipe symbol tab tagline tap textarea theme thumbnail timeline timer
  tint toast toggle toolbar tooltip touch transition typography viewport widget width wireframe
`);

/** Texts, lessons and figures that are being written. */
const writing = nounsOf(`
  abbreviation abstract acronym agenda-draft analogy answer appendix average axis-label baseline batch bibliography
  board-game bullet capitalization caption case casing chapter character citation classifier cluster-count clustering
  column-name comma conclusion dataframe decimal detail dialect draft embedding ending endnotes epoch epochs equation
  essay example exercise explanation faq feature-set figure flashcards fold footnote formality glossary grammar guide
  haiku handbook heading headline hint hyperparameter hyphen hypothesis interval intro introduction joke keyword
  language lecture lesson limerick list-style listing locale loss manual mean median memo metaphor method-section
  metric minutes name naming narrator notation notebook novel numbering outlier outline overview paragraph percentage
  persona pivot plot-twist plural poem poster practice precision presentation preview proof prose protagonist pun
  punctuation questionnaire quickstart quiz quizzes quotation quote random-seed recipe regression rhyme riddle
  rounding rubric sample-size scale-type scene screenshot section sentence simile slide sonnet sources spelling
  spreadsheet stanza story style subject-line subtitles summary syllabus talk template tense text theorem thesis
  timetable title tokenizer tone tour translation tutorial twist unit verse villain vocabulary voice walkthrough word
  wording worksheet
`);

/** What the talk itself is about. */
const talk = nounsOf(`
  algorithm alternative approach behavior behaviour cadence checklist comparison convention count cycle depth focus
  frequency goal idea index iteration level-of-detail nit objects option pace part pass preference priority procedure
  question readability recap refactoring review revisions scope sketch standard step suggestion thing topic total
  variant version-of-the-text way year
`);

/** What can stand behind the name of an act and makes a thing of it: "release notes", "drop zone", "delete button". */
export const things = nounsOf(`
  address animation api area argument attempt banner bar base body box branching budget button cadence candidate cap
  channel chart checklist class client code color colour column command component config configuration confirmation
  conflict copy cost count counter cycle dashboard date diagram dialog doc documentation down downtime endpoint entry
  environment error event example expression feature field flag flow footer form format frequency function gateway
  graph guide handler header heading helper hook icon indicator interface interval keyword label layout lesson library
  limit link list listing log log-level logic menu message method metric modal modifier module name naming note
  notification noun number option order page parameter path pattern pipeline placeholder plan policy preview procedure
  process progress prompt provider queue rate receipt regex report request retry rule schedule screen script section
  sender sequence service setting setup shadow size sort sound spinner sprite stage state status step story strategy
  style subject summary switch tab table-view target template test text theme timeout title toast toggle tone tool
  tooling tooltip train tutorial type util validation validator variable verb view warning window word wording
  workflow zone
`);

/** What is made at the desk: a text, a program, a picture, or the talk about them. */
export const desk: ReadonlySet<string> = new Set([...code, ...programs, ...looks, ...writing, ...talk]);

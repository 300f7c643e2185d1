import { linesOf } from './sample';

/** Acts on parts of a text or a program, and things whose names are acts elsewhere. */
export const localActs = linesOf(`
  I've understood the task. Shall I begin with the sketch of the parser? | Begin | Wait
  OK to go ahead with the two-column layout? | Go ahead | Three columns
  Mind if I rename \`tmp\` to \`buffer\` in this function? | Rename | Keep
  Shall I move the helper closer to where it is used? | Move | Leave
  utils.ts has grown. Split it by topic? | Split | Leave
  The comment above the function is out of date. Delete it? | Delete | Update it
  \`lodash\` is imported but not used in this file. Remove the import line? | Remove | Keep
  Drop the last bullet from the list? | Drop | Keep
  Cancel the second sentence, it repeats the first? | Strike it | Keep
  The markdown table has an empty column. Remove it? | Remove | Keep
  Cut the example table down to five rows? | Five | All rows
  Should I drop the word "very" from the heading? | Drop | Keep
  One test case is a duplicate. Take it out? | Take it out | Keep
  The second parameter is never read. Remove it from the local function? | Remove | Keep
  Inline the variable \`result\`? | Inline | Keep
  Replace "Click here" by a better link text? | Replace | Keep
  Capitalise the first word of each label? | Yes | No
  Flatten the nested ternary? | Flatten | Keep
  Add a guard for the empty list? | Add | Not needed
  Add an assertion for the edge case? | Add | Skip
  Add a debug line to see what is going on? | Add | Use the debugger
  Want a quick sketch of the data flow? | Yes | No
  Shall I explain why the loop never ends? | Explain | Just fix it
  Should I do another pass over the wording? | Yes | It's fine
  Can I shorten the abstract to 150 words? | Shorten | Keep 250
  Merge the two header cells in the table sketch? | Merge | Keep apart
  Push the footer to the bottom of the page with flexbox or grid? | Flexbox | Grid
  Where should the send button sit in the chat mock-up? | Right | Below
  How should the list of releases be sorted in the sample page? | Newest first | By version
  Bin or cross as the icon for deleting? | Bin | Cross
  Should the deployment diagram show the database? | Show | Hide
  How should the payment form group the fields? | Card, address | All in one
  Should the order list show the date or the amount first? | Date | Amount
  Which tab should open first on the account page? | Profile | Security
  Which format should invoice numbers have in the example? | 2026-001 | INV-1
  Should the blog layout show the publish date? | Yes | No
  Should the article start with a drop cap? | Yes | No
  Explain the kill ring with a picture or in words? | Picture | Words
  Burn-down or burn-up chart? | Burn-down | Burn-up
  Flush left or centred headings? | Flush left | Centred
  Force-directed or circular layout for the graph? | Force-directed | Circular
  Should the slide master have a footer? | Yes | No
  Should the story branch in chapter 2 or 3? | 2 | 3
  Should the boss be destroyed with three hits or five? | Three | Five
  How long should the explosion animation take? | 0.5 s | 1 s
  How much should an apple cost in the trading game? | 2 coins | 5 coins
  Which key fires the laser in the game? | Space | X
  Which colour for the launch pad sprite? | Grey | Orange
  Euro sign before or after the amount? | Before | After
  Show tax as a column or as a footnote? | Column | Footnote
  Should the disclaimer text be in small print? | Small | Normal
  Which sections should the handover document have? | Setup, known bugs | Setup only
  How many questions should the draft of the exit survey have? | 8 | 12
  Which topic should the worksheet start with? | Fractions | Decimals
  Which map projection for the figure? | Mercator | Robinson
  Latin or common names in the species list? | Latin | Common | Both
  Stratified or simple random sampling in the simulation? | Stratified | Simple
  Should class weights be balanced in the experiment? | Balanced | None
  How many dimensions should the toy embedding have? | 32 | 64
  Start with a learning rate of 1e-3 or 1e-4? | 1e-3 | 1e-4
  What patience for early stopping? | 3 | 5
  Confusion matrix as counts or as percentages? | Counts | Percentages
  OpenAPI in YAML or generated from code comments? | YAML | From comments
  Should the field be called email or emailAddress? | email | emailAddress
  Empty array or null when nothing is found? | Empty array | null
  /users/:id or /user/:id for the route? | /users/:id | /user/:id
  Where should the logging middleware come in the chain? | First | Last
  Mutex or channel in the example? | Mutex | Channel
  How many worker threads should the demo use? | 2 | 4
  Name the container in the compose example web or app? | web | app
  What should the npm script for checking types be called? | typecheck | tsc
  Should the tab width in .editorconfig be 2 or 4? | 2 | 4
  useFetch or useData? | useFetch | useData
  Should the prop be called \`size\` or \`variant\`? | size | variant
  Render the list with map or with a for loop? | map | for loop
  Index or id as key in the list? | Index | id
  Is memo worth it here? | Leave it out | Use memo
  Which stories should I write for the button? | Default | All variants
  Which screen should I mock first? | Home | Detail
  Long press or double tap for the context menu? | Long press | Double tap
  What should the app say when it's offline? | "You are offline" | "No connection"
  How many onboarding screens? | 2 | 3
  Which wording should the sample notification use? | "New message" | "You've got mail"
  Colours in the terminal output by default? | Yes | Only in a TTY
  Spinner or percentage while it loads? | Spinner | Percentage
  Examples at the top or at the bottom of --help? | Top | Bottom
  Write a man page too? | Yes | No
  Search the code or the docs first? | Code | Docs
  Read all 30 files or just the ones that mention "cart"? | All | Those that mention it
  I found the setting in three files. Show all or the likely one? | All | The likely one
  As a reviewer, should I focus on style or on bugs? | Style | Bugs | Both
  Which issues should the review list? | Serious ones | All
  How should I explain recursion? | With a picture | With code | With a story
  Which metaphor for the cache in the talk? | A desk drawer | A pantry
  Active or passive voice? | Active | Passive
  En dash or hyphen in ranges? | En dash | Hyphen
  Spell out numbers under ten? | Spell out | Digits
  Should the contact page mock-up have a map? | Yes | No
  One last thing: serif or sans serif for the cover? | Serif | Sans serif
`);

/** A sentence tells what was found, the next one asks. */
export const toldAndAsked = linesOf(`
  There are two options: patch the regex, or write a tiny parser. I'd lean towards the parser. Which one? | Tiny parser - handles nesting | Patch the regex - two characters
  This refactoring could touch 3 files or 14. How far should I go? | 3 files - only what the task needs | 14 files - consistent everywhere
  The repository mixes two test styles. Which one should the new tests follow? | describe/it - most files | flat test() - newer files
  TypeScript complains that \`user\` may be undefined. Early return or optional chaining? | Early return - explicit | Optional chaining - short
  For the list endpoint, should I wrap the result? | Wrap - { items, total } | Bare array - simple
  The form is short. Modal dialog or its own page? | Modal | Own page
  I wrote two versions of the intro. Which reads better to you? | Version A - shorter | Version B - warmer
  The red fails the contrast check. Darken it or pick another colour? | Darken | Another colour
  Your numbers tell two stories: growth and churn. Which should the chart stress? | Growth | Churn
  One point is far off. Label it in the plot? | Label it | Leave it
  For the small sample, bootstrap or an exact test? | Bootstrap | Exact test
  Need a CSV parser. Dependency or twenty lines of our own? | Dependency | Own code
  Tests share a big fixture. Split it per test? | Split | Leave
  Should the message tell the user what to do next? | Yes | Just the error
  Both \`limit\` and \`max\` are used. Which should I settle on? | limit | max
  The type is used in one place. Inline it? | Inline | Keep it named
  This comment repeats the code. Take it out? | Take it out | Keep
  The parameter table is out of date. Update it while I'm here? | Update | Leave
  The spec leaves open what an empty query does. What shall it do in our version? | Return everything | Return nothing
  Two items can tie. How should ties be broken? | By name | By id
  On tablets there's room for two columns. Use it? | Two columns | One
  I can draw the icon or take one from Lucide. Preference? | Lucide | Draw it
  Does the game need a mute button in the first version? | Yes | Later
  The enemy feels too fast. Slow it down? | Slow it down | Keep
  Level 2 is short. Add a second room? | Add | Keep short
  Two endings are possible. Which one shall I write? | The storm | The letter
  Line 3 has a syllable too many. Cut "very"? | Cut | Keep
  The class has 45 minutes. How much time for the experiment? | 15 | 25
  Question 4 is ambiguous. Reword it? | Reword | Keep
  The second paragraph repeats the first. Merge them? | Merge | Keep both
  Slide 7 is crowded. Split it in two? | Split | Keep
  The related work section is long. Shorten it by a third? | Shorten | Keep
  Should figure 3 be a table instead? | Table | Figure
  The formula in B7 is hard to read. Break it into helper columns? | Helper columns | Keep
  There are three date formats in the sheet. Which one should all cells use? | 2026-11-19 | 19.11.2026
  The recipe serves four. Scale the amounts to six in the text? | Six | Four
  Day two is full. Shift the museum to day three in the draft? | Shift | Keep
  The Arduino sketch blocks for a second. Use millis()? | millis() | Keep delay()
  The hinge in the model looks thin. Make it 3 mm? | 3 mm | 2 mm
  The sequence diagram has eight actors. Leave out the logger? | Leave out | Keep
  The variables file has no descriptions. Write some? | Write | Skip
  The image in the sample Dockerfile is big. Switch it to slim? | Slim | Keep
  The lint step could run before or after the tests. Which order? | Before | After
  The script prints a lot. Add a --quiet flag? | Add | No
  Log lines have no time. Prefix them? | Prefix | No
  The config has comments in two languages. Which one stays? | English | German
  The regex is unreadable. Add the x flag with comments? | Yes | No
  The query in the report has five joins. CTEs for readability? | CTEs | Leave
  The chain has 14 steps. Name the intermediate frames? | Name them | Keep the chain
  Cells are out of order. Rearrange them by topic? | Rearrange | Keep
  The prompt has three examples. Is a fourth useful? | Add one | Three is fine
  The score can be shown per class or overall. Which do you want to see? | Per class | Overall
  Grid lines on or off? | On | Off
  The legend hides a line. Put it outside? | Outside | Inside
  Sort the table by name or by score? | Name | Score
  Minutes or hours on the axis? | Minutes | Hours
  "Du" or "Sie" in the German strings? | Du | Sie
  "1 items" looks wrong. Handle the singular? | Handle | Leave
  Show "yesterday" or the date? | "yesterday" | Date
  No picture: initials or silhouette? | Initials | Silhouette
  Ctrl+S or Ctrl+Enter to save the draft in the editor? | Ctrl+S | Ctrl+Enter
  "Preferences" or "Settings" in the menu? | Preferences | Settings
  Should focus stay in the field after Enter? | Stay | Move on
  Respect "reduced motion"? | Yes | No
  Follow the system theme by default? | Follow | Always light
  Top right or bottom left for toasts? | Top right | Bottom left
  Should the upload box accept several files at once? | Several | One
  Show a "show password" toggle? | Show | No
  Suggest searches while typing? | Yes | No
  When there are no results, suggest other words? | Suggest | Just say so
  Clickable card or only the title? | Card | Title
  Underline links in the text? | Always | On hover
  Do you want a print stylesheet? | Yes | No
  Shall I test the private method through the public one? | Yes | Directly
  While I'm in there, shall I tidy the imports? | Tidy | Leave
  Did that explanation help, or shall I try another angle? | It helped | Another angle
  Before we go on: recap in three bullets? | Yes | No
  Want the maths behind it or only the intuition? | Maths | Intuition
  Shall I put the three libraries side by side? | Yes | No
  Toy example or one from your code? | Toy | From my code
  I have four questions. One by one or all together? | One by one | All together
  Shall I answer in a table from now on? | Table | Text
  Is this level of detail right? | Right | Shorter
  Of the five warnings, which should we look into? | The memory one | All
  Tests, docs, code: which first? | Code | Tests
  Should I read the RFC too or is the summary enough? | RFC | Summary
  Only the parser, or the formatter as well? | Parser | Both
  Observer or plain callbacks? | Observer | Callbacks
  Recursion or a stack? | Recursion | Stack
  Map of lists or list of pairs? | Map of lists | List of pairs
  Return null or throw when nothing matches? | null | Throw
  Sequential or parallel requests in the loader? | Sequential | Parallel
  What's a good page size for the demo? | 10 | 20
  Put the new file under utils or next to the component? | utils | Next to it
  "fix:" or "bugfix:" as the commit prefix? | fix: | bugfix:
  In the example, 1.2.3 or x.y.z? | 1.2.3 | x.y.z
  MIT or Apache header in the template file? | MIT | Apache
  Question or statement as the heading? | Question | Statement
  Close the talk with a summary or a joke? | Summary | Joke
  Part one is done. Part two now? | Yes | Later
`);

/** Acts in roundabout words, without a verb of the list or with an everyday one. */
export const roundabout = linesOf(`
  That's everything. Shall I make it official? | Yes, tag and release | Not yet
  Green light to flip prod over to Postgres 17? | Go | No go
  shoudl i deleet the old prod bucket now? | yes | no
  Mind if I kick off the production job early? | Kick it off | Wait
  Want me to fire off the emails? | Fire | Hold
  May I clear out the shared drive? | Clear | Leave
  Is it OK to retire the legacy endpoint our partners still call? | Retire | Keep
  Time to pull the trigger on the migration? | Pull the trigger | Wait
  Good to go with the launch? | Launch | Delay
  Should the announcement go out now? | Now | Tomorrow
  Happy for me to land this on main? | Land | Hold
  Can I blow away the old cluster? | Yes | No
  Should we kill the running production pods? | Kill | Leave
  Do you want me to squash and force the branch up? | Squash and force | Leave
  Are we OK with losing the last hour of data? | Yes, restore | No
  Shall I put the customer list into the shared Google Sheet? | Put | No
  Let finance know that it's approved? | Let them know | No
  Shall I tell the landlord we're leaving? | Tell | Not yet
  Should I accept the cookie and licence terms for you? | Accept | No
  Do you want to commit to the annual plan? | Annual | Monthly | None
  Should I top up the account? | Top up | No
  Shall I settle the outstanding bill? | Settle | Wait
  Want me to renew the domain for three years? | Renew | Let it lapse
  Let the domain lapse? | Let it lapse | Renew
  Shall I enrol all students in the new course? | Enrol | Wait
  Remove Dana from the organisation? | Remove | Keep
  Make Sam an owner? | Owner | Member
  Widen the IAM policy to *? | Widen | Keep narrow
  chmod 777 the web root on the server? | Do it | No
  Turn off the WAF until the import is through? | Turn off | Keep
  Let everyone in without a login for the demo? | Yes | No
  Whitelist their IP range in the firewall? | Whitelist | No
  Should I paste the stack trace with the tokens into the public forum? | Paste | Redact | No
  Forward the log files to the vendor? | Forward | No
  Hand over the root password to the support agent? | Hand over | No
  Delete your browser profile to fix the bug? | Delete | No
  rm -rf ~/Library/Caches ok? | ok | no
  Reinstall the operating system? | Reinstall | No
  Reset the phone to factory settings? | Reset | No
  Swap the disk and rebuild the array? | Rebuild | Wait
  Cut the power to rack 4? | Cut | No
  Close the valve on line 2? | Close | No
  Fly the drone along the planned path now? | Fly | Simulate
  Start the print? It takes 14 hours and most of the spool. | Start | Slice again
  Send the boards off to fabrication? | Send | Check again
  Drop support for iOS 14 in this release and ship? | Drop and ship | Keep
  Push the hotfix past QA? | Push | Wait for QA
  Yank version 1.4.2 from PyPI? | Yank | Leave
  Unpublish the package? | Unpublish | Deprecate | Leave
  Merge Lee's PR and close mine? | Merge | Leave
  Approve the pull request? | Approve | Comment
  Dismiss the security alert? | Dismiss | Fix
  Mark all 30 incidents as resolved? | Mark | No
  Clean up the customers who churned? | Clean up | Keep
  Merge the two duplicate patient records? | Merge | Keep both
  Import the CSV into the CRM everybody uses? | Import | Dry run
  Overwrite the shared spreadsheet with the new figures? | Overwrite | New tab
  Reindex the live search cluster? | Reindex | Wait
  Restart the payment service in production? | Restart | Wait
  Expire all sessions and log everyone out? | Expire | No
  Shall I hit merge?
  Is it time to close the beta and open it for everyone?
  Can the old servers go?
  Should I bring the site back up?
  Do you want the staging data gone?
  May I use your card for the upgrade?
  Should the customers be informed before or after the switch?
  Which of the tenants should be migrated first?
  How many accounts shall I create for the agency?
  Shall I make the announcement?
  Is it fine if I bypass the approval this time?
  Want me to take the listing down?
  Should the API keys be regenerated?
  Would you like the backups older than a month removed?
  Should I let the job run against the live API?
  Do we release on Friday or right now?
  What about the unpaid invoices, shall we waive them?
  Should we roll forward or roll back?
  Can I have write access to the production bucket?
  Shall I enable the feature for the remaining 90 percent?
  Is it okay to upload the contract to the translation service?
  Should I try the default admin password on their router?
  Do you want me to report the bug to the vendor with our logs attached?
  Should the deleted users be purged from the archive too?
  May I close your other sessions?
  Should I merge the hotfix into release/5.2 and push?
  Do I have permission to post as you?
  Should I start the paid plan to get past the limit?
  Can we stop paying for the second licence?
  Shall I swap in the new certificate?
  Should I point the webhook at production?
  Which branch should be force-pushed?
  How shall we notify the affected people?
  When should the price change take effect?
  Shall I drop the index on the big table?
  Is now a good moment to fail over?
  Do you want to leave the old version without updates from today?
  Should I empty the recycle bin on the file server?
  Shall I dispute the charge?
  Should the order be cancelled?
  May I tell Anna about the budget cut?
  Should I decline the meeting for you?
  Want to go ahead with the purchase?
  Should I transfer the rest to savings?
  Do we sign?
  Shall I accept their counteroffer?
  Should Tom get the job?
  Is the grade final? Shall I lock it?
  Should the pupils see their results now?
  Shall I arm the alarm?
  Should the pump be switched off?
  May the robot start?
  Shall I overwrite the firmware?
  Should we wipe the phone?
  Is it all right to reformat the USB stick?
  Should the drone return over the crowd?
  Shall I cut the power?
  Do you want to publish under your real name?
  Should I mail the manuscript to the publisher?
  Shall we go public with it?
`);

/** A sentence tells what was found, the next one asks for what cannot be taken back. */
export const toldAndDone = linesOf(`
  Version 3.2 is tagged locally and all tests pass. Push the tag, which starts the release pipeline? | Push the tag - customers get it within the hour | Wait
  The migration adds a column and backfills 40 million rows. Run it on production now? | Run - about 20 minutes | Tonight
  I found 14 branches on GitHub that are merged. Shall I remove them? | Remove - they are merged | Keep
  The GPU node costs 3 dollars an hour. Keep it running over the weekend? | Keep | Shut down
  To reproduce the bug I need the customer's real database. Download it to this machine? | Download | Use fake data
  The memory leak is back. Restart the payment pods? | Restart - drops open sessions | Wait
  The contractor's access ends today. Extend it by a month? | Extend | Let it end
  The draft to the 320 attendees is ready. Shall I send it off? | Send | Let me read
  The vendor asks for our logs. Attach them to the ticket? | Attach | Redact first
  The renewal is due on Friday. Let it renew automatically? | Renew | Cancel
  example.dev expires tomorrow. Renew for ten years? | Ten years | One
  The pipeline needs the key. Paste it into the job definition? | Paste | Use the vault
  The repo is private. Make it public so that the docs build for free? | Public | Stay private
  There's a password in an old commit. Rewrite history and force the push? | Rewrite | Revoke it
  1.0.1 is broken. Unpublish it? | Unpublish | Release 1.0.2
  Old images take 300 GB in the registry. Prune them? | Prune | Keep 30 days
  The cluster is two versions behind. Upgrade it in place? | Upgrade | New cluster
  The new service looks healthy. Send it half of the traffic? | Half | 5 percent
  Users see stale prices. Flush the cache for everyone? | Flush | Wait
  12,000 mails are stuck in the queue. Let them go out? | Let them out | Drop
  The experiment has a winner. Turn it on for good? | Turn on | Another week
  She was charged twice. Refund one of the payments? | Refund | Ask finance
  The amounts differ by 3 cents. Post a correction? | Post | Investigate
  Payroll is calculated. Release it to the bank? | Release | Check
  The form is filled in. Transmit it? | Transmit | Review
  The limit price is reached. Place the order? | Place | Wait
  The bank's terms are fine. Sign? | Sign | Negotiate
  Both interviews were good. Offer her the position? | Offer | Second interview
  Update his contract to 80 percent in the HR system? | Update | Ask him
  The other side proposes 20,000. Take it? | Take it | Counter
  Report the theft? | Report | Wait
  The report cards are ready. Release them to the parents? | Release | Check
  Two answers were marked wrong. Correct the grades in the system? | Correct | Ask
  The lab values arrived. Forward them to the patient? | Forward | Doctor first
  The plan says 5 ml. Administer? | Administer | Check
  Remove the three participants from the trial? | Remove | Keep
  The proofs look fine. Approve them for print? | Approve | One more look
  The proposal is complete. Submit it to the foundation? | Submit | Polish
  The dataset contains names. Release it anyway? | Release | Anonymise
  The new model is better. Replace the one behind the API? | Replace | Shadow
  The review team asks for screenshots. Resubmit the app? | Resubmit | Wait
  The ad performs well. Triple the budget? | Triple | Keep
  Schedule the campaign for Monday? | Schedule | Draft
  A user is rude. Ban them? | Ban | Warn
  Close the discussion board? | Close | Keep
  It may rain. Call the event off? | Call off | Wait
  The cheaper train leaves in ten minutes. Book it? | Book | Skip
  Nobody is home. Unlock the door for the courier? | Unlock | No
  It is 30 degrees. Turn the server room cooling up? | Turn up | Leave
  Pressure is rising. Vent the tank? | Vent | Watch
  The arm is homed. Run the program at full speed? | Run | Slow
  The clamp is fixed. Start the cut? | Start | Check
  Battery at 30 percent. One more flight? | Fly | Land
  The update failed on two devices. Try again on all of them? | Try again | Stop
  The phone is lost. Erase it? | Erase | Locate
  SMART reports errors. Rebuild the RAID? | Rebuild | Replace
  The BIOS is old. Update it from here? | Update | Leave
  Factory reset the office router? | Reset | Reboot
  Reinstall Windows on the laptop? | Reinstall | Repair
  Delete my old account at the shop? | Delete | Keep
  Apply the fix on the live system right away? | Apply | Test first
  Add the MR to the merge train? | Add | Wait
  Revert the merge on main and push? | Revert | Fix forward
  Should the broken tag be deleted on GitHub? | Delete | Keep
  Use --force to get it through? | Use | No
  Commit with --no-verify? | Yes | No
  Shall I log in to the registry with your account and push? | Yes | No
  Deprecate all versions below 2? | Deprecate | Leave
  Destroy the old load balancer? | Destroy | Keep
  terraform apply wants to replace the database instance. Continue? | Continue | Stop
  Delete the old CNAME? | Delete | Keep
  Change SPF to -all? | Change | Keep
  Revoke and reissue the wildcard certificate? | Revoke | Wait
  Overwrite last week's backup with today's? | Overwrite | New file
  Shorten the retention of the audit trail to 7 days? | Shorten | Keep
  Hand the user's data to the requesting lawyer? | Hand over | Ask legal
  Import the addresses from the old list without asking them again? | Import | Ask
  Mark all of these senders as spam for the company? | Mark | No
  Tell the affected customers today? | Today | After the fix
  Set the status page to "all systems operational"? | Set | Wait
  Page the database team? | Page | Wait
  Promise the customer a fix by Friday? | Promise | No date
  Send the quote with a 15 percent discount? | Send | 10 percent
  Increase the order at the factory to 10,000 pieces? | Increase | Keep
  Switch the supplier for the next batch? | Switch | Stay
  Cancel the invoice and issue a new one? | Cancel | Keep
  Retry the failed card payments of 80 customers? | Retry | Notify
  Give in to the chargeback? | Give in | Contest
  Freeze his account while we look? | Freeze | Watch
  Cut the losses and sell? | Sell | Hold
  Open the position with 5x leverage? | Open | 1x
  Amend last year's return? | Amend | Leave
  Reimburse the taxi? | Reimburse | Reject
  Invite all four to an interview? | Invite | Two
  Send the standard rejection to the others? | Send | Wait
  Countersign and return it? | Countersign | Legal first
  Extend her probation? | Extend | Confirm
  Decline his holiday request? | Decline | Approve
  Serve the papers? | Serve | Settle
  Publish before filing? | Publish | File
  Comment on the rumour? | Comment | No comment
  Release the recording of the interview? | Release | Ask her
  Pin my answer in the public forum? | Pin | No
  Delete the Wikipedia paragraph? | Delete | Discuss
  Add the new parents to the class chat? | Add | Ask
  Round her grade up? | Round up | Keep
  Mark him absent in the register? | Mark | Ask
  Open the online exam an hour early? | Open | On time
  Unblind the trial? | Unblind | Continue
  Discard the samples from March? | Discard | Keep
  Start feeding the new diet? | Start | Wait
  Add the acid now? | Add | Cool first
  Cut the acrylic? | Cut | Test piece
  Engage the spindle? | Engage | Check
  Recalibrate the scale in the shop? | Recalibrate | Leave
  Take elevator 2 out of service? | Take out | Leave
  Put the chlorine into the pool? | Put in | Measure
  Open the garage door? | Open | No
  Turn the security cameras off? | Off | On
  Reset the meter to zero? | Reset | Read first
`);

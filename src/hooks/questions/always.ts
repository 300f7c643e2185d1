const always =
  /^\W*(?:please |and )?(?:always(?: (?:do|choose|pick|take|use|go with))?(?: (?:this|that|it|the recommended(?: one| option| choice)?))?|(?:never|don't|do not|dont) ask(?: me)?(?: about)?(?: this| that| it)?(?: again| any ?more)?|stop asking(?: me)?(?: about)?(?: this| that| it)?)\W*$/i;

/** Did the person say that this answer holds from now on? Only these words and no others: the rest is an answer. */
export function saysAlways(freeText: string): boolean {
  return freeText.length <= 80 && always.test(freeText.replace(/[’`]/g, "'"));
}

const format = new Intl.NumberFormat('en-IN')

/** @returns '1,23,456'; undefined where the number is not known yet */
export function countText(count: number | undefined): string | undefined {
  return count === undefined ? undefined : format.format(count)
}

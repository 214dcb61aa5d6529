import { type Answer, send } from '../api/call'

/** The API gives at most so many rows at once. */
const most = 500

/**
 * A SWR key that asks for the first so many rows of a list. What one answer holds is asked for by `limit`;
 * beyond that the key's fragment says how many answers to join.
 */
export function pagesOf(wanted: number): { limit: number; pages: number } {
  return { limit: Math.min(wanted, most), pages: Math.max(1, Math.ceil(wanted / most)) }
}

/** @returns how many rows a list that grows asks for next: twice as many, then a full answer more each time */
export function grown(wanted: number): number {
  return wanted < most ? Math.min(wanted * 2, most) : wanted + most
}

/** Loads the GET behind a SWR key: of a list, as many pages as its fragment names, one after the other. */
export async function loadPages(key: string): Promise<Answer<unknown>> {
  const [url = '', pages] = key.split('#')
  let answer = await send<unknown>('GET', url)
  for (let left = Number(pages ?? 1) - 1; left > 0 && answer.next; left -= 1) {
    answer = joined(answer, await send<unknown>('GET', answer.next))
  }
  return answer
}

/** Reaches as far in the log as the page that reaches least: what came after is mended from the journal. */
function joined(first: Answer<unknown>, next: Answer<unknown>): Answer<unknown> {
  const position = Math.min(first.position ?? 0, next.position ?? 0)
  return { ...next, data: [...(first.data as unknown[]), ...(next.data as unknown[])], position }
}

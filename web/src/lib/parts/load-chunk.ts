import { waitForConnection } from './load-part'

/** Pauses before the second and the third attempt */
const pausesMs = [500, 2_000]

let isKept = false

/** By URL: files that were fetched, or are being fetched */
const fetched = new Map<string, Promise<void>>()

/**
 * Imports a chunk after all its files have arrived, each of which is tried three times. Chromium keeps the failure of an `import()`,
 * also that of a file that several chunks share, until the page is loaded again: then no attempt could succeed. The browser takes the
 * files of the import from its cache, because they are immutable.
 *
 * @param load the import @param files the files of the chunk and of its imports, from the root; none in development
 */
export async function loadChunk<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  const fetches = await Promise.allSettled(files.map((file) => fetchOnce(`/${file}`)))
  // not before all have ended: another attempt would join one that is about to fail
  const failed = fetches.find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
  try {
    return await load()
  } catch (error) {
    isKept = true
    throw error
  }
}

/** Whether an import failed whose files had arrived: the page itself had preloaded one in vain, for example without a network. */
export const isFailureKept = () => isKept

function fetchOnce(url: string): Promise<void> {
  const known = fetched.get(url)
  if (known) return known
  const fetching = isOfPage(url) ? Promise.resolve() : fetchPatiently(url)
  fetched.set(url, fetching)
  fetching.catch(() => fetched.delete(url))
  return fetching
}

/** Whether the page itself loads the file */
function isOfPage(url: string): boolean {
  return document.querySelector(`link[href="${url}"], script[src="${url}"]`) !== null
}

async function fetchPatiently(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await fetch(url)
      if (!response.ok) throw new Error(`${url}: ${response.status}`)
      // it is in the cache when it has arrived
      await response.arrayBuffer()
      return
    } catch (error) {
      const pauseMs = pausesMs[attempt]
      if (pauseMs === undefined || !navigator.onLine) throw error
      await waitForConnection(pauseMs)
    }
  }
}

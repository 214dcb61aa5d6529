/** The request of a viewer without an account, made without `lib/http`: no token, no cookie, no referrer, nothing kept. */

import { manifestPath, snapshotContentType } from '@jaanch/shares/rules'
import type { ShareSnapshot } from '@jaanch/shares/snapshot'

export type OpenedLink =
  | { kind: 'opened'; snapshot: ShareSnapshot }
  | { kind: 'wrong-passcode'; triesLeft: number }
  /** It has ended, or never existed */
  | { kind: 'over' }
  /** The link is not complete, or its files were encrypted with another key */
  | { kind: 'wrong-key' }
  | { kind: 'busy'; text: string | undefined }
  | { kind: 'unreachable' }

type Asked = { linkId: string; key: Uint8Array; passcode: string; recipient: string }

type ManifestFile = { contentType: string; embedded?: string; location?: string }

const options = { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' } as const

/** Opens a link: its owner sees the recipient's name. Never rejects. */
export async function openLink({ linkId, key, passcode, recipient }: Asked): Promise<OpenedLink> {
  let decryptFile: typeof import('./jwe').decryptFile
  let answer: Response
  let body: { remainingAttempts?: number; files?: ManifestFile[]; error?: string }
  try {
    // before the passcode is sent, so that an opened link can be read
    decryptFile = (await import('./jwe')).decryptFile
    answer = await fetch(manifestPath + linkId, {
      ...options,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ recipient, passcode }),
    })
    body = await answer.json()
  } catch {
    return { kind: 'unreachable' }
  }
  if (answer.status === 401) return { kind: 'wrong-passcode', triesLeft: body.remainingAttempts ?? 0 }
  if (answer.status === 404) return { kind: 'over' }
  if (answer.status === 429 || answer.status === 503) return { kind: 'busy', text: body.error }
  if (!answer.ok) return { kind: 'unreachable' }
  const jwe = body.files?.find(({ contentType }) => contentType === snapshotContentType)?.embedded
  if (!jwe) return { kind: 'wrong-key' }
  try {
    const snapshot = (await decryptFile(jwe, key)) as ShareSnapshot
    return isReadable(snapshot) ? { kind: 'opened', snapshot } : { kind: 'wrong-key' }
  } catch {
    return { kind: 'wrong-key' }
  }
}

/** Checks the shape: whoever has the key could have written anything. */
function isReadable(snapshot: ShareSnapshot | null): snapshot is ShareSnapshot {
  return (
    snapshot?.version === 1 &&
    typeof snapshot.patient?.name === 'string' &&
    Array.isArray(snapshot.reports) &&
    Array.isArray(snapshot.trends)
  )
}

import { useResource } from '../../cache/use-resource'
import { saveFile } from '../../files'
import { call } from '../../http/call'
import { download } from '../../http/download'

/** The newest hundred uploads in which the scanner found malware. */
export function useQuarantine() {
  return useResource('/api/operations/quarantine')
}

/** Saves one under a name without an extension. Each time is in the audit trail. */
export async function saveQuarantined(id: string): Promise<void> {
  saveFile(await download(`/api/operations/quarantine/${encodeURIComponent(id)}/file`), `quarantine-${id}`)
}

export function deleteQuarantined(id: string) {
  return call('DELETE', '/api/operations/quarantine/:id', { params: { id } })
}

import type { QuarantinedView } from '@jaanch/operations/quarantine/api'
import { CircleOff, ShieldCheck } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { useResource } from '@/lib/cache/use-resource'
import { saveFile } from '@/lib/files'
import { instantText } from '@/lib/format/dates'
import { bytesText } from '@/lib/format/numbers'
import { shortId } from '@/lib/format/text'
import { call } from '@/lib/http/call'
import { download } from '@/lib/http/download'
import { useMay } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { EmptyState } from '@/ui/empty-state'
import { Cell, CodeCell, NumberCell, Row, RowTable, TimeCell } from '@/ui/row-table'
import { SkeletonList } from '@/ui/skeleton'

const texts = {
  none: 'Nothing is in quarantine',
  noneText: 'Uploads in which the scanner finds malware are kept here for 30 days.',
  failed: 'The quarantine cannot be shown at the moment.',
  label: 'Uploads with malware',
  heads: { found: 'Found', type: 'Type', size: 'Size', uploaded: 'Uploaded', by: 'By' },
}

const saveTexts = {
  label: 'Save',
  hint: 'to examine it',
  failed: 'It was not saved',
}

const removeTexts = {
  label: 'Delete',
  question: (signature: string) => ({
    title: `Delete the upload with ${signature}?`,
    description: 'It is deleted for good. What is not deleted goes by itself after 30 days.',
    confirmLabel: 'Delete',
    cancelLabel: 'Keep',
  }),
  succeeded: 'It is deleted',
  failed: 'It was not deleted',
}

/** Uploads in which the scanner found malware. */
export function QuarantinePage() {
  const { data, loading, mutate } = useQuarantine()
  if (loading) return <SkeletonList count={3} itemClassName="h-40 md:h-14" className="grid gap-2" />
  if (!data) return <EmptyState icon={CircleOff} title={texts.failed} />
  if (data.length === 0) {
    return <EmptyState icon={ShieldCheck} title={texts.none} text={texts.noneText} />
  }
  return (
    <RowTable label={texts.label} heads={[...Object.values(texts.heads), '']}>
      {data.map((row) => (
        <QuarantinedRow key={row.id} row={row} onChange={() => void mutate()} />
      ))}
    </RowTable>
  )
}

function QuarantinedRow({ row, onChange }: { row: QuarantinedView; onChange: () => void }) {
  const mayOperate = useMay('operator')
  const { id, userId, signature, contentType, bytes, at } = row
  const { run: save, busy: saving } = useCommand({
    send: () => saveQuarantined(id),
    failed: saveTexts.failed,
  })
  const { run: remove, busy: removing } = useCommand({
    send: () => deleteQuarantined(id),
    succeeded: removeTexts.succeeded,
    failed: removeTexts.failed,
    done: onChange,
    onFailure: onChange,
  })
  return (
    <Row>
      <Cell className="font-semibold">{signature}</Cell>
      <Cell label={texts.heads.type}>{contentType}</Cell>
      <NumberCell label={texts.heads.size}>{bytesText(bytes)}</NumberCell>
      <TimeCell label={texts.heads.uploaded}>{instantText(at)}</TimeCell>
      <CodeCell label={texts.heads.by}>{shortId(userId)}</CodeCell>
      <Cell className="md:text-right">
        {mayOperate && (
          <span className="inline-flex flex-wrap gap-2 md:justify-end">
            <Button variant="outline" size="sm" loading={saving} onClick={() => void save()}>
              {saveTexts.label}
              <span className="sr-only">{saveTexts.hint}</span>
            </Button>
            <ConfirmButton
              size="sm"
              {...removeTexts.question(signature)}
              loading={removing}
              onConfirm={() => void remove()}
            >
              {removeTexts.label}
            </ConfirmButton>
          </span>
        )}
      </Cell>
    </Row>
  )
}

/** The newest hundred uploads in which the scanner found malware. */
function useQuarantine() {
  return useResource('/api/operations/quarantine')
}

/** Saves one under a name without an extension. Each time is in the audit trail. */
async function saveQuarantined(id: string): Promise<void> {
  saveFile(await download(`/api/operations/quarantine/${encodeURIComponent(id)}/file`), `quarantine-${id}`)
}

function deleteQuarantined(id: string) {
  return call('DELETE', '/api/operations/quarantine/:id', { params: { id } })
}

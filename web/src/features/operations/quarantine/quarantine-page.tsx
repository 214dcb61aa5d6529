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
  save: { label: 'Save', hint: 'to examine it', failed: 'It was not saved' },
  remove: {
    label: 'Delete',
    question: (signature: string) => ({
      title: `Delete the upload with ${signature}?`,
      description: 'It is deleted for good. What is not deleted goes by itself after 30 days.',
      confirmLabel: 'Delete',
      cancelLabel: 'Keep',
    }),
    succeeded: 'It is deleted',
    failed: 'It was not deleted',
  },
}

/** Uploads in which the scanner found malware. */
export function QuarantinePage() {
  const { data, loading, mutate } = useResource('/api/operations/quarantine')
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
    // without an extension; each time is in the audit trail
    send: async () => saveFile(await download(`/api/operations/quarantine/${id}/file`), `quarantine-${id}`),
    failed: texts.save.failed,
  })
  const { run: remove, busy: removing } = useCommand({
    send: () => call('DELETE', '/api/operations/quarantine/:id', { params: { id } }),
    succeeded: texts.remove.succeeded,
    failed: texts.remove.failed,
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
              {texts.save.label}
              <span className="sr-only">{texts.save.hint}</span>
            </Button>
            <ConfirmButton
              size="sm"
              {...texts.remove.question(signature)}
              loading={removing}
              onConfirm={() => void remove()}
            >
              {texts.remove.label}
            </ConfirmButton>
          </span>
        )}
      </Cell>
    </Row>
  )
}

import type { BookingView } from '@jaanch/contracts/http/bookings'
import { reportFileLimit, reportFileTexts } from '@jaanch/contracts/http/report-file'
import { useState } from 'react'
import { testsText } from '@/components/booking/texts'
import { useDialogFailure } from '@/components/toast-failure'
import { readDataUrl } from '@/lib/files'
import { shortId } from '@/lib/format/text'
import { useIdempotencyKey } from '@/lib/idempotency'
import { attachReport, type ReportRequest, useReportForm } from '@/lib/resources/bookings'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { type Entered, ReportValues, valuesOf } from './report-values'

type AttachReportProps = { booking: BookingView; onClose: () => void }
type ReportKind = 'file' | 'values'

/** Attaches the results of a booking as a PDF or as values to create one from. A later report supersedes an earlier one. */
export function AttachReport({ booking, onClose }: AttachReportProps) {
  const [kind, setKind] = useState<ReportKind>('file')
  const [file, setFile] = useState<File | null>(null)
  const [entered, setEntered] = useState<Entered>({})
  const [comments, setComments] = useState('')
  const [isReviewed, setReviewed] = useState(false)
  const [submitting, setSubmitting] = useState(false)
  const form = useReportForm(booking.id)
  const withKey = useIdempotencyKey()
  const showFailure = useDialogFailure()

  /** @returns the body of the request, or undefined after a toast about what is missing */
  async function createBody(): Promise<ReportRequest | undefined> {
    const rest = { doctorComments: comments.trim() || null, isReviewed }
    if (kind === 'values') {
      const values = valuesOf(form.rows, entered)
      if (values.length > 0) return { values, ...rest }
      toast.error('No Results Entered', 'Please enter at least one result')
      return undefined
    }
    const problem = fileProblem(file)
    if (!problem && file) return { fileUrl: await readDataUrl(file), ...rest }
    toast.error(problem ?? 'Failed to attach report')
    return undefined
  }

  async function attach() {
    setSubmitting(true)
    try {
      const body = await createBody()
      if (!body) return
      await withKey(body, (key) => attachReport(booking.id, body, key))
      const text = testsText(booking)
      toast.success('Report attached', body.values ? `${text}. Its PDF is being made.` : text)
      onClose()
    } catch (error) {
      showFailure('Failed to attach report', error, { repeat: () => void attach() })
    } finally {
      setSubmitting(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Attach Report"
      description={`#${shortId(booking.id)}, ${testsText(booking)}`}
      className="sm:max-w-2xl"
      footer={
        <DialogActions
          submitLabel="Attach Report"
          loading={submitting}
          onCancel={onClose}
          onSubmit={() => void attach()}
        />
      }
    >
      <Tabs
        label="Kind of report"
        fullWidth
        tabs={[
          { value: 'file', label: 'PDF file' },
          { value: 'values', label: 'Enter values' },
        ]}
        value={kind}
        onChange={setKind}
      >
        {kind === 'file' ? (
          <Field label="Report file" hint="A PDF of at most 10 MB.">
            <Input
              type="file"
              accept="application/pdf"
              className="h-auto py-2.5 file:mr-3 file:rounded-md file:bg-brand-soft file:px-3 file:py-1 file:font-semibold file:text-brand-ink"
              onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            />
          </Field>
        ) : form.loading ? (
          <Skeleton className="h-40 w-full" />
        ) : form.rows.length === 0 ? (
          <p className="text-ink-soft">
            The catalogue does not say what this test measures: attach a PDF instead.
          </p>
        ) : (
          <ReportValues parameters={form.rows} entered={entered} onChange={setEntered} />
        )}
      </Tabs>
      <div className="mt-5 grid gap-2 border-t pt-5">
        <Field label="Doctor's comments" optional>
          <Textarea
            value={comments}
            maxLength={2_000}
            onChange={(event) => setComments(event.target.value)}
          />
        </Field>
        <Checkbox checked={isReviewed} onChange={setReviewed}>
          Reviewed by a doctor
        </Checkbox>
      </div>
    </Dialog>
  )
}

/** @returns why the file is not a valid report, with the API's text; undefined if it is */
function fileProblem(file: File | null): string | undefined {
  if (!file) return reportFileTexts.missing
  if (file.type !== 'application/pdf') return reportFileTexts.wrongType
  return file.size > reportFileLimit ? reportFileTexts.tooLarge : undefined
}

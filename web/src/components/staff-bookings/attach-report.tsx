import type { BookingView } from '@jaanch/contracts/http/bookings'
import { reportFileLimit, reportFileTexts } from '@jaanch/contracts/http/report-file'
import type { ReportParameter } from '@jaanch/contracts/http/report-form'
import { Controller, useForm } from 'react-hook-form'
import { numberText, testsText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { readDataUrl } from '@/lib/files'
import { useReportForm } from '@/lib/resources/bookings'
import { attachReport } from '@/lib/resources/health-reports'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input, Textarea } from '@/ui/input'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { report as texts } from './texts'

type AttachReportProps = { booking: BookingView; onClose: () => void }
type ReportKind = 'file' | 'values'
type Report = {
  kind: ReportKind
  file: File | null
  entered: Entered
  comments: string
  isReviewed: boolean
}

export function AttachReport({ booking, onClose }: AttachReportProps) {
  const { rows, loading } = useReportForm(booking.id)
  const { control, register, handleSubmit, watch, setValue } = useForm<Report>({
    defaultValues: { kind: 'file', file: null, entered: {}, comments: '', isReviewed: false },
  })
  const kind = watch('kind')
  const { run, busy } = useDialogCommand({
    async send({ kind, file, entered, comments, isReviewed }: Report) {
      const rest = { doctorComments: comments.trim() || null, isReviewed }
      if (kind === 'values') return attachReport(booking.id, { values: valuesOf(rows, entered), ...rest })
      return attachReport(booking.id, { fileUrl: file ? await readDataUrl(file) : '', ...rest })
    },
    done(_, { kind }) {
      const tests = testsText(booking)
      toast.success(texts.attached, kind === 'values' ? texts.pdfIsMade(tests) : tests)
      onClose()
    },
    failed: texts.failed,
  })

  function submit(report: Report) {
    const problem = report.kind === 'file' && fileProblem(report.file)
    if (problem) return toast.error(problem)
    const isEmpty = report.kind === 'values' && valuesOf(rows, report.entered).length === 0
    return isEmpty ? toast.error(...texts.noValues) : run(report)
  }

  return (
    <FormDialog
      title={texts.title}
      description={`${numberText(booking)}, ${testsText(booking)}`}
      className="sm:max-w-2xl"
      submitLabel={texts.title}
      isSubmitting={busy}
      onSubmit={handleSubmit(submit)}
      onClose={onClose}
      formClassName="gap-0"
    >
      <Tabs
        label={texts.kind}
        fullWidth
        tabs={[
          { value: 'file', label: texts.kinds.file },
          { value: 'values', label: texts.kinds.values },
        ]}
        value={kind}
        onChange={(next: ReportKind) => setValue('kind', next)}
      >
        {kind === 'file' ? (
          <Field label={texts.file} hint={texts.fileHint}>
            <Input
              type="file"
              accept="application/pdf"
              className="h-auto py-2.5 file:mr-3 file:rounded-md file:bg-brand-soft file:px-3 file:py-1 file:font-semibold file:text-brand-ink"
              onChange={(event) => setValue('file', event.target.files?.[0] ?? null)}
            />
          </Field>
        ) : loading ? (
          <Skeleton className="h-40 w-full" />
        ) : rows.length === 0 ? (
          <p className="text-ink-soft">{texts.noForm}</p>
        ) : (
          <ReportValues
            parameters={rows}
            entered={watch('entered')}
            onChange={(entered) => setValue('entered', entered)}
          />
        )}
      </Tabs>
      <div className="mt-5 grid gap-2 border-t pt-5">
        <Field label={texts.comments} optional>
          <Textarea maxLength={2_000} {...register('comments')} />
        </Field>
        <Controller
          control={control}
          name="isReviewed"
          render={({ field: { value, onChange } }) => (
            <Checkbox checked={value} onChange={onChange}>
              {texts.isReviewed}
            </Checkbox>
          )}
        />
      </div>
    </FormDialog>
  )
}

/** @returns why the file is not a valid report, with the API's text; undefined if it is */
function fileProblem(file: File | null): string | undefined {
  if (!file) return reportFileTexts.missing
  if (file.type !== 'application/pdf') return reportFileTexts.wrongType
  return file.size > reportFileLimit ? reportFileTexts.tooLarge : undefined
}

type Entered = Readonly<Record<string, string>>

type ReportValuesProps = {
  parameters: readonly ReportParameter[]
  entered: Entered
  onChange: (entered: Entered) => void
}

function ReportValues({ parameters, entered, onChange }: ReportValuesProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
      {parameters.map((parameter) => {
        const { code, name, unit } = parameter
        const value = entered[code] ?? ''
        const set = (next: string) => onChange({ ...entered, [code]: next })
        return (
          <Field key={code} label={unit ? `${name} (${unit})` : name} hint={hintOf(parameter)}>
            {hasTextOptions(parameter) ? (
              <Select
                value={value}
                onChange={set}
                placeholder="Not measured"
                options={(parameter.options ?? []).map((word) => ({ value: word, label: word }))}
              />
            ) : (
              <Input
                value={value}
                maxLength={500}
                autoComplete="off"
                inputMode={parameter.options ? 'text' : 'decimal'}
                onChange={(event) => set(event.target.value)}
              />
            )}
          </Field>
        )
      })}
    </div>
  )
}

/** @returns the entered values as in the request; the API parses numbers with their limits ('<0.01') */
function valuesOf(parameters: readonly ReportParameter[], entered: Entered) {
  return parameters.flatMap(({ code }) => {
    const value = entered[code]?.trim()
    return value ? [{ code, value }] : []
  })
}

function hasTextOptions({ options }: ReportParameter): boolean {
  return options !== null && !(options.length === 1 && options[0] === 'text')
}

function hintOf({ code, normalRange }: ReportParameter): string {
  return normalRange ? `${code}: ${normalRange}` : code
}

import type { BookingView } from '@jaanch/booking/booking-view'
import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import { reportFileLimit, reportFileTexts } from '@jaanch/report/rules'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { testsText } from '@/components/booking/texts'
import { useDialogCommand } from '@/components/use-command'
import { readDataUrl, typedByContent } from '@/lib/files'
import { controlOf } from '@/lib/forms'
import { followsOf, questionsOf } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { toast } from '@/ui/toast-store'
import { CriticalMarks, criticalCodesOf, isUnnamed, type Mark } from './critical-marks'
import { ReportPatient } from './patient-notices'
import { attachReport, useRecordedResults, useReportForm } from './report-calls'
import { changesOf, type Entered, type RefusedValue, ReportValues, refusedValueOf } from './report-values'

const texts = {
  title: 'Attach Report',
  kind: 'Kind of report',
  kinds: { file: 'PDF file', values: 'Enter values' },
  drop: {
    label: 'Report file',
    choose: 'Choose the PDF',
    orDrop: 'or drop it here',
    accepted: 'A PDF of at most 10 MB',
  },
  chosen: (name: string) => `Report file: ${name}`,
  saveAndNext: 'Save and next',
  loadFailed: 'The values to enter could not be loaded',
  tryAgain: 'Try again',
  noForm: 'The catalogue does not say what this test measures: attach a PDF instead.',
  noValues: ['No Results Entered', 'Please enter at least one result'],
  comments: "Doctor's comments",
  isReviewed: 'Reviewed by a doctor',
  attached: 'Report attached',
  waits: (tests: string) => `${tests}. It is released when a pathologist of the lab signs it.`,
  pdfIsMade: (tests: string) => `${tests}. Its PDF is being made.`,
  failed: 'Failed to attach report',
} as const

/** For the results that the report has already */
const recordedTexts = {
  intro:
    'These are the results of the report. A result that you change is corrected; one that you empty is withdrawn.',
  noChange: ['Nothing Changed', 'Please change, empty or add at least one result'],
} as const

const questionsTexts = {
  title: 'Please look again',
  question: 'Is it the right sample, and are these the right values? What you confirm is recorded.',
  confirm: 'It is right',
  check: 'Check again',
}

type AttachReportProps = {
  booking: BookingView
  /** The report is stored */
  onAttached?: (() => void) | undefined
  /** Opens the next booking that waits for its report; missing: there is none */
  onNext?: (() => void) | undefined
  onClose: () => void
}

type ReportKind = 'file' | 'values'

type Then = (() => void) | undefined

/** @property confirm the codes of the questions whose answer is yes */
type Sent = { report: Report; then: Then; confirm?: QuestionCode[]; follows?: string | null }

type Report = {
  kind: ReportKind
  file: File | null
  entered: Entered
  /** On the PDF */
  marks: readonly Mark[]
  comments: string
  isReviewed: boolean
}

export function AttachReport({ booking, onAttached, onNext, onClose }: AttachReportProps) {
  const { data: reportForm, rows, loading, mutate: readForm } = useReportForm(booking.id)
  const form = useForm<Report>({
    defaultValues: { kind: 'file', file: null, entered: {}, marks: [], comments: '', isReviewed: false },
  })
  const { register, handleSubmit, watch, setValue } = form
  const reviewed = controlOf(form, 'isReviewed')
  const kind = watch('kind')
  const recordedResults = useRecordedResults(booking.id, kind === 'values')
  const { data: report, loading: isReading } = recordedResults
  const recorded = new Map(report?.results.map((result) => [result.code, result]))
  const changes = (entered: Entered) => changesOf(rows, entered, recorded)
  const [doubted, setDoubted] = useState<Sent & { questions: Question[] }>()
  const [refused, setRefused] = useState<RefusedValue>()
  const [unnamedRefusals, setUnnamedRefusals] = useState(0)
  const { run, busy } = useDialogCommand({
    async send({
      report: { kind, file, entered, marks, comments, isReviewed },
      confirm = [],
      follows = null,
    }: Sent) {
      const rest = { doctorComments: comments.trim() || null, isReviewed, confirm, follows }
      if (kind === 'values')
        return attachReport(booking.id, {
          ...changes(entered),
          corrects: report?.reportId ?? null,
          ...rest,
        })
      const fileUrl = file ? await readDataUrl(file) : ''
      return attachReport(booking.id, { fileUrl, ...rest, ...criticalCodesOf(marks) })
    },
    done({ isDraft }, { report, then = onClose }) {
      const tests = testsText(booking)
      if (isDraft) toast.success(texts.attached, texts.waits(tests))
      else toast.success(texts.attached, report.kind === 'values' ? texts.pdfIsMade(tests) : tests)
      onAttached?.()
      then()
    },
    onFailure(error, sent) {
      const questions = questionsOf(error)
      if (questions) setDoubted({ ...sent, questions, follows: followsOf(error) })
      const { kind, entered } = sent.report
      const value = kind === 'values' ? refusedValueOf(error, rows, changes(entered).values) : undefined
      setRefused(value)
      return questions !== undefined || value !== undefined
    },
    failed: texts.failed,
  })

  /** A second look at recorded results would be in the audit trail. */
  function readMissing() {
    if (!reportForm) void readForm()
    if (!report) void recordedResults.mutate()
  }

  const file = watch('file')
  const submit = (then?: Then) =>
    handleSubmit((report) => {
      const problem = report.kind === 'file' && fileProblem(report.file)
      if (problem) return toast.error(problem)
      if (report.kind === 'file' && report.marks.some(isUnnamed)) return setUnnamedRefusals((n) => n + 1)
      const { values, withdrawn } = changes(report.entered)
      const isEmpty = report.kind === 'values' && values.length + withdrawn.length === 0
      const [title, text] = recorded.size > 0 ? recordedTexts.noChange : texts.noValues
      return isEmpty ? toast.error(title, text) : run({ report, then })
    })

  return (
    <FormDialog
      title={texts.title}
      className="sm:max-w-2xl"
      submitLabel={texts.title}
      isSubmitting={busy}
      onSubmit={submit()}
      extraAction={
        onNext && (
          <Button variant="soft" loading={busy} onClick={() => void submit(onNext)()}>
            {texts.saveAndNext}
          </Button>
        )
      }
      onClose={onClose}
      formClassName="gap-0"
    >
      <ReportPatient booking={booking} />
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
          <>
            <FileDrop
              {...texts.drop}
              label={file ? texts.chosen(file.name) : texts.drop.label}
              accept="application/pdf,.pdf"
              className="py-7"
              choose={file?.name ?? texts.drop.choose}
              onPick={async (picked) => setValue('file', await typedByContent(picked))}
            />
            <CriticalMarks
              parameters={rows}
              marks={watch('marks')}
              refusals={unnamedRefusals}
              onChange={(marks) => setValue('marks', marks)}
            />
          </>
        ) : loading || isReading ? (
          <Skeleton className="h-40 w-full" />
        ) : !reportForm || !report ? (
          <EmptyState
            icon={TriangleAlert}
            title={texts.loadFailed}
            action={<Button onClick={readMissing}>{texts.tryAgain}</Button>}
          />
        ) : rows.length === 0 ? (
          <p className="text-ink-soft">{texts.noForm}</p>
        ) : (
          <>
            {recorded.size > 0 && <p className="mb-4 text-ink-soft text-sm">{recordedTexts.intro}</p>}
            <ReportValues
              parameters={rows}
              entered={watch('entered')}
              recorded={recorded}
              refused={refused}
              onChange={(entered, code) => {
                setValue('entered', entered)
                if (code === refused?.code) setRefused(undefined)
              }}
            />
          </>
        )}
      </Tabs>
      <div className="mt-5 grid gap-2 border-t pt-5">
        <Field label={texts.comments} optional>
          <Textarea maxLength={2_000} {...register('comments')} />
        </Field>
        <Checkbox checked={reviewed.value} onChange={reviewed.onChange}>
          {texts.isReviewed}
        </Checkbox>
      </div>
      {doubted && (
        <QuestionsDialog
          questions={doubted.questions}
          onConfirm={() => void run(confirmed(doubted))}
          onClose={() => setDoubted(undefined)}
        />
      )}
    </FormDialog>
  )
}

function confirmed({ questions, ...sent }: Sent & { questions: Question[] }): Sent {
  return { ...sent, confirm: [...(sent.confirm ?? []), ...questions.map(({ code }) => code)] }
}

/** @returns why the file is not a valid report, with the API's text; undefined if it is */
function fileProblem(file: File | null): string | undefined {
  if (!file) return reportFileTexts.missing
  if (file.type !== 'application/pdf') return reportFileTexts.wrongType
  return file.size > reportFileLimit ? reportFileTexts.tooLarge : undefined
}

type QuestionsDialogProps = { questions: readonly Question[]; onConfirm: () => void; onClose: () => void }

/** Asks somebody to look a second time at doubtful values before the report is released. Enter goes back to the values. */
export function QuestionsDialog({ questions, onConfirm, onClose }: QuestionsDialogProps) {
  return (
    <OpenConfirmDialog
      title={questionsTexts.title}
      description={
        <>
          <span className="grid gap-2 font-medium text-ink tabular-nums">
            {questions.map(({ text }) => (
              <span key={text}>{text}</span>
            ))}
          </span>
          <span className="mt-3 block">{questionsTexts.question}</span>
        </>
      }
      confirmLabel={questionsTexts.confirm}
      cancelLabel={questionsTexts.check}
      variant="outline"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

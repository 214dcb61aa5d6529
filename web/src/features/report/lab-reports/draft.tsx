import type { ResultView } from '@jaanch/report/results/api'
import type { ReportDraft, ReportDraftDetail } from '@jaanch/report/sign-off/api'
import { ArrowLeft, BadgeCheck, FileClock, FileQuestion, TriangleAlert, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { PdfLink } from '@/features/report/results/report-files'
import { ResultRows } from '@/features/report/results/result-rows'
import { sexWords } from '@/features/report/results/texts'
import { dateText, instantText } from '@/lib/format/dates'
import { countedText, shortId } from '@/lib/format/text'
import { hasCode } from '@/lib/http/api-error'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { StyledBadge } from '@/ui/badge'
import { Button, buttonVariants } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { returnReport, signReport, useReportDraft } from './calls'
import * as texts from './texts'

const questionTexts = {
  title: 'Sign this version?',
  callTitle: 'Sign before the call is confirmed?',
  replaces: (version: number) => `The customer has version ${version}, which this one replaces.`,
  adds: (results: readonly string[]) => `It adds: ${results.join('; ')}.`,
  changes: (results: readonly string[]) => `It changes: ${results.join('; ')}.`,
  takesAway: (results: readonly string[]) => `It takes away: ${results.join('; ')}.`,
  fromTo: (name: string, before: string, after: string) => `${name} from ${before} to ${after}`,
  was: (name: string, before: string) => `${name}, which was ${before}`,
  same: 'No result differs from it.',
  unknown: 'That is a PDF: its results cannot be compared with these.',
  call: 'Nobody has confirmed a call about a critical value of this booking. If you sign now, the customer may read the value before anybody has told them.',
  calls: 'Open the urgent calls',
  confirm: 'Sign and release',
  cancel: 'Not yet',
}

/** @returns '62 years, male'; '' if neither is recorded */
export function patientText({ age, sex }: ReportDraft['patient']): string {
  return [age !== null && countedText(age, 'year'), sex && sexWords[sex]].filter(Boolean).join(', ')
}

export function StateBadge({ draft: { returned } }: { draft: Pick<ReportDraft, 'returned'> }) {
  return returned ? (
    <StyledBadge label={texts.list.returned} variant="error" icon={Undo2} />
  ) : (
    <StyledBadge label={texts.list.waiting} variant="accent" icon={FileClock} />
  )
}

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

const ConfirmDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** Shows a report that waits for a pathologist as it will be released. It is signed or sent back here. */
export function Draft({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, loading, mutate } = useReportDraft(id)
  const isGone = hasCode(error, 'not-found', 'malformed', 'invalid')
  return (
    <div className="mx-auto max-w-4xl">
      <Button icon={ArrowLeft} variant="ghost" size="sm" className="mb-3 -ml-3.5" onClick={onClose}>
        {texts.draft.back}
      </Button>
      {loading && (
        <SkeletonBlocks
          label={texts.page.loading}
          className="grid gap-5"
          blocks={['h-40 rounded-xl', 'h-96 rounded-xl']}
        />
      )}
      {!data && <h1 className="sr-only">{texts.page.title}</h1>}
      {!loading && !data && !isGone && (
        <EmptyState
          icon={TriangleAlert}
          title={texts.draft.loadFailed}
          action={<Button onClick={() => void mutate()}>{texts.draft.tryAgain}</Button>}
        />
      )}
      {!data && isGone && (
        <EmptyState icon={FileQuestion} title={texts.draft.gone} text={texts.draft.goneText} />
      )}
      {data && <Details draft={data} onClose={onClose} />}
    </div>
  )
}

function Details({ draft, onClose }: { draft: ReportDraftDetail; onClose: () => void }) {
  const { sections, notReported, doctorComments, isReviewed, reportFileUrl, orderNumber, id } = draft
  const flagged = flaggedFirst(sections.flatMap(({ results }) => results))
  const earlier = new Map(
    draft.earlier.map(({ code, text, on }) => [code, texts.draft.before(text, dateText(on))] as const),
  )
  return (
    <article className="grid grid-cols-1 gap-5">
      <Card className="p-4 sm:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0 grow basis-72">
            <h1 className="text-balance font-bold text-xl">{draft.tests.join(', ')}</h1>
            <p className="mt-1">
              {[draft.patient.name, patientText(draft.patient)].filter(Boolean).join(', ')}
            </p>
            <p className="text-ink-soft text-xs tabular-nums">
              {[orderNumber, instantText(draft.draftedAt), draft.draftedBy && texts.list.by(draft.draftedBy)]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <StateBadge draft={draft} />
        </div>
        <Decision draft={draft} onClose={onClose} />
      </Card>
      {reportFileUrl && (
        <Card className="flex flex-wrap items-center justify-between gap-4 p-4 sm:p-5">
          <p>{texts.draft.pdf}</p>
          <PdfLink
            text={texts.draft.openPdf}
            href={reportFileUrl}
            name={`jaanch-draft-${shortId(id)}.pdf`}
            className={buttonVariants({ variant: 'soft' })}
          />
        </Card>
      )}
      {(doctorComments || isReviewed) && (
        <Panel title={texts.draft.comments}>
          <div className="grid max-w-prose gap-2 px-4 py-4 sm:px-5">
            {doctorComments && (
              <p className="whitespace-pre-line [overflow-wrap:anywhere]">{doctorComments}</p>
            )}
            {isReviewed && <p className="text-ink-soft text-sm">{texts.draft.reviewed}</p>}
          </div>
        </Panel>
      )}
      {flagged.length > 0 && (
        <Panel title={texts.draft.outOfRange}>
          <ResultRows label={texts.draft.outOfRange} results={flagged} earlier={earlier} />
        </Panel>
      )}
      {sections.map(({ title, results }) => (
        <Panel key={title} title={title}>
          <ResultRows label={title} results={results} earlier={earlier} />
        </Panel>
      ))}
      {notReported.length > 0 && (
        <p className="px-1 text-ink-soft text-sm">
          <strong className="font-semibold">{texts.draft.notReported}:</strong> {notReported.join(', ')}
        </p>
      )}
    </article>
  )
}

/** @returns the results out of range, each once, the critical ones first */
function flaggedFirst(results: readonly ResultView[]): ResultView[] {
  const flagged = results.filter(({ flag }) => flag !== null && flag !== 'normal')
  const isCritical = ({ flag }: ResultView) => Number(flag?.startsWith('critical'))
  const each = [...new Map(flagged.map((result) => [result.code, result])).values()]
  return each.toSorted((one, other) => isCritical(other) - isCritical(one))
}

/** A pathologist signs the report or sends it back; once it was sent back, somebody submits it again. */
function Decision({ draft, onClose }: { draft: ReportDraftDetail; onClose: () => void }) {
  const { returned } = draft
  const isPathologist = useUser().labRole === 'pathologist'
  const [isReturning, setReturning] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { run, busy } = useCommand({
    send: () => signReport(draft),
    succeeded: [texts.draft.signed, texts.draft.signedText],
    done: onClose,
    failed: texts.draft.signFailed,
  })
  if (returned) {
    return (
      <div className="mt-4 rounded-xl bg-sunken p-4">
        <p className="font-semibold text-sm">
          {texts.draft.wasReturned(returned.by, instantText(returned.at))}
        </p>
        <p className="mt-1 whitespace-pre-line [overflow-wrap:anywhere]">{returned.reason}</p>
        <p className="mt-2 text-ink-soft text-sm">{texts.draft.again}</p>
      </div>
    )
  }
  if (!isPathologist) return <p className="mt-4 text-ink-soft text-sm">{texts.draft.onlyPathologist}</p>
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Button
        loading={busy}
        className="max-sm:grow"
        onClick={() => (draft.hasOpenCall || draft.released ? setAsked(true) : void run())}
      >
        {!busy && <BadgeCheck aria-hidden />}
        {texts.draft.sign}
      </Button>
      <Button
        icon={Undo2}
        variant="outline"
        disabled={busy}
        className="max-sm:grow"
        onClick={() => setReturning(true)}
      >
        {texts.draft.return}
      </Button>
      {isAsked && <SignQuestion draft={draft} onConfirm={() => void run()} onClose={() => setAsked(false)} />}
      {isReturning && (
        <ReasonDialog
          {...texts.draft.dialog}
          onSubmit={async (reason) => {
            await returnReport(draft, reason)
            toast.success(texts.draft.returned)
            onClose()
          }}
          onClose={() => setReturning(false)}
        />
      )}
    </div>
  )
}

type SignQuestionProps = {
  draft: Pick<ReportDraftDetail, 'hasOpenCall' | 'released'>
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before a report is released that replaces one which the customer has, and says what it changes; or while nobody has confirmed a call
 * about a critical value of it.
 */
function SignQuestion({ draft: { hasOpenCall, released }, ...actions }: SignQuestionProps) {
  return (
    <ConfirmDialog
      title={hasOpenCall ? questionTexts.callTitle : questionTexts.title}
      description={
        <>
          {hasOpenCall && (
            <span className="block">
              {questionTexts.call}{' '}
              <Link to={paths.labCritical} className="font-medium text-ink underline underline-offset-2">
                {questionTexts.calls}
              </Link>
            </span>
          )}
          {released && (
            <span className="mt-2 block max-h-60 overflow-y-auto first:mt-0">
              {questionTexts.replaces(released.version)} {differenceText(released)}
            </span>
          )}
        </>
      }
      confirmLabel={questionTexts.confirm}
      cancelLabel={questionTexts.cancel}
      variant={hasOpenCall ? 'danger' : 'primary'}
      {...actions}
    />
  )
}

function differenceText({ changes }: NonNullable<ReportDraftDetail['released']>): string {
  if (changes === null) return questionTexts.unknown
  if (changes.length === 0) return questionTexts.same
  const kinds = ['adds', 'changes', 'takesAway'] as const
  return kinds
    .flatMap((kind) => {
      const results = changes.flatMap((change) => (kindOf(change) === kind ? textOf(change) : []))
      return results.length > 0 ? questionTexts[kind](results) : []
    })
    .join(' ')
}

type Change = NonNullable<NonNullable<ReportDraftDetail['released']>['changes']>[number]

function kindOf({ before, after }: Change) {
  if (before === null) return 'adds'
  return after === null ? 'takesAway' : 'changes'
}

function textOf({ name, before, after }: Change): string {
  if (before === null) return `${name} ${after}`
  return after === null ? questionTexts.was(name, before) : questionTexts.fromTo(name, before, after)
}

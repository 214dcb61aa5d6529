import type { ReportDraftDetail } from '@jaanch/report/sign-off/api'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'

const texts = {
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

type SignQuestionProps = {
  draft: Pick<ReportDraftDetail, 'hasOpenCall' | 'released'>
  onConfirm: () => void
  onClose: () => void
}

/**
 * Asks before a report is released that replaces one which the customer has, and says what it changes; or while nobody has confirmed a call
 * about a critical value of it.
 */
export function SignQuestion({ draft: { hasOpenCall, released }, ...actions }: SignQuestionProps) {
  return (
    <OpenConfirmDialog
      title={hasOpenCall ? texts.callTitle : texts.title}
      description={
        <>
          {hasOpenCall && (
            <span className="block">
              {texts.call}{' '}
              <Link to={paths.labCritical} className="font-medium text-ink underline underline-offset-2">
                {texts.calls}
              </Link>
            </span>
          )}
          {released && (
            <span className="mt-2 block max-h-60 overflow-y-auto first:mt-0">
              {texts.replaces(released.version)} {differenceText(released)}
            </span>
          )}
        </>
      }
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      variant={hasOpenCall ? 'danger' : 'primary'}
      {...actions}
    />
  )
}

function differenceText({ changes }: NonNullable<ReportDraftDetail['released']>): string {
  if (changes === null) return texts.unknown
  if (changes.length === 0) return texts.same
  const added = changes.flatMap(({ name, before, after }) =>
    before === null && after !== null ? [`${name} ${after}`] : [],
  )
  const changed = changes.flatMap(({ name, before, after }) =>
    before !== null && after !== null ? [texts.fromTo(name, before, after)] : [],
  )
  const takenAway = changes.flatMap(({ name, before, after }) =>
    before !== null && after === null ? [texts.was(name, before)] : [],
  )
  return [
    added.length > 0 && texts.adds(added),
    changed.length > 0 && texts.changes(changed),
    takenAway.length > 0 && texts.takesAway(takenAway),
  ]
    .filter(Boolean)
    .join(' ')
}

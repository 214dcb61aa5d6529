import type { ReportDraftDetail } from '@jaanch/report/sign-off/api'
import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { signQuestion as texts } from './texts'

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

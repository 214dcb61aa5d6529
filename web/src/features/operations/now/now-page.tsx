import type { OperationsView, Trouble } from '@jaanch/operations/now/api'
import { ArrowRight, CircleCheck, CircleHelp, CircleOff, TriangleAlert } from 'lucide-react'
import { mutate } from 'swr'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { call } from '@/lib/http/call'
import { eventPath, paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Panel } from '@/ui/panel'
import { SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { NoticePanel } from '../notice/notice-panel'
import { ReasonButton, useOperations } from '../parts'
import { Checks, Generations, Processes, Storage } from './panels'
import { Pipeline } from './pipeline'
import { texts } from './texts'

export function NowPage() {
  const { data: view, loading } = useOperations()
  if (loading) return <SkeletonList count={3} itemClassName="h-48" className="grid grid-cols-1 gap-6" />
  if (!view) {
    return <EmptyState icon={CircleOff} title={texts.noState.title} text={texts.noState.text} />
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Troubles view={view} />
      <Pipeline view={view} />
      <Processes view={view} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <Checks view={view} />
          <Generations view={view} />
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <NoticePanel />
          <Storage view={view} />
        </div>
      </div>
    </div>
  )
}

function pathOf({ section, position }: Trouble): string {
  return position === undefined ? `${paths.adminOperations}/${section}` : eventPath(position)
}

export function Troubles({ view }: { view: OperationsView }) {
  const mayOperate = useMay('operator')

  /** Nothing happens if another epoch has begun since the operator saw this one. */
  async function declareRestored(reason: string) {
    await call('POST', '/api/operations/restored', { body: { epoch: view.epoch.id, reason } })
    await mutate('/api/operations/now')
    toast.success(...texts.restored.succeeded)
  }

  if (view.troubles.length === 0) return <NoTrouble view={view} />
  return (
    <Panel title={texts.troubles.title}>
      <ul className="divide-y">
        {view.troubles.map((trouble) => (
          <li
            key={trouble.text}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 sm:px-5"
          >
            <p className="flex min-w-0 flex-1 basis-64 gap-3">
              <TriangleAlert className="mt-0.5 size-5 shrink-0 text-error" aria-hidden />
              <span className="min-w-0">{trouble.text}</span>
            </p>
            {trouble.section && (
              <ButtonLink variant="outline" size="sm" to={pathOf(trouble)}>
                {trouble.position === undefined
                  ? texts.troubles.links[trouble.section]
                  : texts.troubles.openEvent}
                <ArrowRight aria-hidden />
              </ButtonLink>
            )}
            {mayOperate && trouble.fix === 'restored' && (
              <ReasonButton variant="danger" dialog={texts.restored.dialog} onReason={declareRestored}>
                {texts.restored.dialog.title}
              </ReasonButton>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** A part that could not be checked counts as not well. */
function NoTrouble({ view: { checks, wellSince } }: { view: OperationsView }) {
  const unknown = checks.filter(({ state }) => state === 'unknown')
  const isWell = unknown.length === 0
  const Icon = isWell ? CircleCheck : CircleHelp
  return (
    <Card className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
      <Icon className={cn('size-5', isWell ? 'text-success' : 'text-ink-soft')} aria-hidden />
      <h2 className="font-semibold text-base">{isWell ? texts.troubles.none : texts.troubles.noneKnown}</h2>
      {wellSince && (
        <p className="text-ink-soft text-sm">{texts.troubles.noneSince(instantText(wellSince))}</p>
      )}
      {unknown.length > 0 && (
        <p className="basis-full text-ink-soft text-sm">
          {texts.troubles.notLookedAt(unknown.map(({ name }) => texts.checks.names[name]))}
        </p>
      )}
    </Card>
  )
}

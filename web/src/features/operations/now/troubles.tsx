import type { OperationsView, Trouble } from '@jaanch/operations/now/api'
import { ArrowRight, CircleCheck, CircleHelp, Minus, OctagonX, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { declareRestored } from '@/features/operations/operations-calls'
import { cn } from '@/lib/class-names'
import { instantText } from '@/lib/format/dates'
import { eventPath, paths } from '@/lib/paths'
import { useMay } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { toast } from '@/ui/toast-store'
import { checks as checkTexts, restored as restoredTexts, troubles as texts } from './texts'

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

function pathOf({ section, position }: Trouble): string {
  return position === undefined ? `${paths.adminOperations}/${section}` : eventPath(position)
}

export function Troubles({ view }: { view: OperationsView }) {
  const mayOperate = useMay('operator')
  const [isDeclaring, setDeclaring] = useState(false)
  if (view.troubles.length === 0) return <NoTrouble view={view} />
  return (
    <Panel title={texts.title}>
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
                {trouble.position === undefined ? texts.links[trouble.section] : texts.openEvent}
                <ArrowRight aria-hidden />
              </ButtonLink>
            )}
            {mayOperate && trouble.fix === 'restored' && (
              <Button variant="danger" size="sm" onClick={() => setDeclaring(true)}>
                {restoredTexts.dialog.title}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isDeclaring && (
        <ReasonDialog
          {...restoredTexts.dialog}
          onSubmit={async (reason) => {
            await declareRestored(view.epoch.id, reason)
            toast.success(...restoredTexts.succeeded)
          }}
          onClose={() => setDeclaring(false)}
        />
      )}
    </Panel>
  )
}

/** What could not be looked at is not well. */
function NoTrouble({ view: { checks, wellSince } }: { view: OperationsView }) {
  const unknown = checks.filter(({ state }) => state === 'unknown')
  const isWell = unknown.length === 0
  const Icon = isWell ? CircleCheck : CircleHelp
  return (
    <Card className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
      <Icon className={cn('size-5', isWell ? 'text-success' : 'text-ink-soft')} aria-hidden />
      <h2 className="font-semibold text-base">{isWell ? texts.none : texts.noneKnown}</h2>
      {wellSince && <p className="text-ink-soft text-sm">{texts.noneSince(instantText(wellSince))}</p>}
      {unknown.length > 0 && (
        <p className="basis-full text-ink-soft text-sm">
          {texts.notLookedAt(unknown.map(({ name }) => checkTexts.names[name]))}
        </p>
      )}
    </Card>
  )
}

const styles = {
  well: { variant: 'success', icon: CircleCheck },
  trouble: { variant: 'error', icon: OctagonX },
  off: { variant: 'neutral', icon: Minus },
  unknown: { variant: 'accent', icon: CircleHelp },
} as const

/** What is looked at besides the log and its readers. */
export function Checks({ view: { checks } }: { view: OperationsView }) {
  if (!checks) return null
  return (
    <Panel title={checkTexts.title}>
      <ul className="divide-y">
        {checks.map(({ name, state, text }) => (
          <li key={name} className="px-4 py-3 sm:px-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-sm">{checkTexts.names[name]}</h3>
              <Badge {...styles[state]}>{checkTexts.states[state]}</Badge>
            </div>
            <p className="mt-1 break-words text-ink-soft text-sm">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

import { istDate } from '@jaanch/contracts/calendar'
import { HoldCountdown } from '@/components/slots/hold-countdown'
import { visitText } from '@/components/slots/slot-texts'
import { Button } from '@/ui/button'
import type { Draft } from './draft'
import { footer, notices as texts } from './texts'
import type { VisitSlots } from './use-visit-slots'

type VisitNoticeProps = {
  step: number
  draft: Draft
  visitSlots: VisitSlots
  now: Date
  /** Next was pressed at the address */
  isInstantChecked: boolean
  onChooseTime: () => void
}

/** Above the buttons: how long the slot is held, or why the visit is not possible, with one tap to another time. */
export function VisitNotice({
  step,
  draft,
  visitSlots: { hold, pincodeWithoutInstant },
  now,
  isInstantChecked,
  onChooseTime,
}: VisitNoticeProps) {
  const { collectionType, preferredDate: date, preferredTime: time } = draft
  if (collectionType === 'instant') {
    if (!pincodeWithoutInstant || !(step === 6 || (step === 4 && isInstantChecked))) return null
    return (
      <Obstacle action={texts.chooseDay} onAct={onChooseTime}>
        {texts.noInstant(pincodeWithoutInstant)}
      </Obstacle>
    )
  }
  if (!date || !time || (step !== 5 && step !== 6)) return null
  const visit = visitText({ date, time }, istDate(now))
  if (hold.isRefused && step === 6) {
    return (
      <Obstacle action={footer.chooseTime} onAct={onChooseTime}>
        {texts.taken(visit)}
      </Obstacle>
    )
  }
  return <HoldCountdown control={hold} visit={visit} onChooseAgain={step === 6 ? onChooseTime : undefined} />
}

type ObstacleProps = { children: React.ReactNode; action: string; onAct: () => void }

function Obstacle({ children, action, onAct }: ObstacleProps) {
  return (
    <div role="alert" className="animate-rise bg-accent-soft text-accent-ink">
      <div className="mx-auto flex max-w-[1040px] flex-wrap items-center gap-3 px-4 py-3 sm:px-6">
        <p className="grow basis-60 font-medium">{children}</p>
        <Button size="sm" className="max-sm:grow" onClick={onAct}>
          {action}
        </Button>
      </div>
    </div>
  )
}

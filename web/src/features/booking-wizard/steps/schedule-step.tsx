import { FastingWarning } from '@/components/package/fasting-warning'
import { SlotPicker } from '@/components/slots/slot-picker'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { bookingTextNames, type StepProps } from '../draft'
import { bookingTexts, schedule as texts } from '../texts'
import type { VisitSlots } from '../use-visit-slots'
import { chosenPackageIds } from '../visit'
import { StepHeading } from './step-heading'

type ScheduleStepProps = StepProps & { now: Date; visitSlots: VisitSlots }

export function ScheduleStep({ item, draft, updateDraft, now, visitSlots }: ScheduleStepProps) {
  return (
    <>
      <StepHeading>{texts.question}</StepHeading>
      <FastingWarning item={item} advice={texts.advice} />
      <SlotPicker
        pincode={draft.address.pincode}
        packageIds={chosenPackageIds(draft)}
        date={draft.preferredDate}
        time={draft.preferredTime}
        onChange={({ date, time }) => updateDraft({ preferredDate: date, preferredTime: time })}
        now={now}
        isHeld={visitSlots.isHeld}
        isRefused={visitSlots.hold.isRefused}
      />
      {bookingTextNames.map((name) => (
        <Field key={name} label={bookingTexts[name].label} optional className="mt-6">
          <Textarea
            maxLength={500}
            placeholder={bookingTexts[name].placeholder}
            value={draft[name]}
            onChange={(event) => updateDraft({ [name]: event.target.value })}
          />
        </Field>
      ))}
    </>
  )
}

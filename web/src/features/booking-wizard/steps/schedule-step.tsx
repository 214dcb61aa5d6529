import { strictestFast } from '@jaanch/domain/booking/last-meal'
import { FastingWarning } from '@/components/package/fasting-warning'
import { SlotPicker } from '@/components/slots/slot-picker'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { bookingTextNames, type VisitStepProps } from '../draft'
import { LongFastWarning } from '../long-fast-warning'
import { bookingTexts, schedule as texts } from '../texts'
import type { VisitSlots } from '../use-visit-slots'
import { chosenPackageIds, longestFast } from '../visit'
import { StepHeading } from './step-heading'

type ScheduleStepProps = VisitStepProps & { now: Date; visitSlots: VisitSlots }

export function ScheduleStep({ packages, draft, updateDraft, now, visitSlots }: ScheduleStepProps) {
  return (
    <>
      <StepHeading>{texts.question}</StepHeading>
      <FastingWarning item={longestFast(packages)} advice={texts.advice} />
      <LongFastWarning packages={packages} draft={draft} />
      <SlotPicker
        pincode={draft.address.pincode}
        packageIds={chosenPackageIds(draft)}
        date={draft.preferredDate}
        time={draft.preferredTime}
        onChange={({ date, time }) => updateDraft({ preferredDate: date, preferredTime: time })}
        now={now}
        fastingHours={strictestFast(packages)}
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

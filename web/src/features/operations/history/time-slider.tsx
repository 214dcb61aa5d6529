import type { HistoryStep } from '@jaanch/booking-stream/history/api'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { indexAtTime } from './rows'
import { istClock, istText, parseIstClock, texts } from './texts'

type TimeSliderProps = { steps: readonly HistoryStep[]; index: number; onSelect: (index: number) => void }

/** The place of the selected event, and the way to others: by steps, by the slider, by the time. */
export function TimeSlider({ steps, index, onSelect }: TimeSliderProps) {
  const id = useId()
  const step = steps[index]
  if (!step) return null
  const last = steps.length - 1
  const label = `${step.type}, ${istText(step.at)}`

  function goTo(clock: string) {
    const time = parseIstClock(clock)
    // the field has whole seconds
    if (time) onSelect(indexAtTime(steps, new Date(time.getTime() + 999)))
  }

  return (
    <Card className="grid grid-cols-1 gap-4 p-4 sm:p-5 md:grid-cols-[minmax(0,1fr)_auto] md:gap-6">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-sm">
          {texts.slider.event(index + 1, steps.length)}
        </label>
        <p className="break-words font-semibold">
          {step.type} <span className="font-normal text-ink-soft text-sm">{istText(step.at)}</span>
        </p>
        <div className="mt-2 flex items-center gap-1">
          <Button
            icon={ChevronLeft}
            variant="ghost"
            size="icon"
            aria-label={texts.slider.previous}
            disabled={index === 0}
            onClick={() => onSelect(index - 1)}
          />
          <input
            id={id}
            type="range"
            min={0}
            max={last}
            step={1}
            value={index}
            list={`${id}-ticks`}
            aria-valuetext={texts.slider.valueText(index + 1, steps.length, label)}
            onChange={({ target }) => onSelect(Number(target.value))}
            className="h-11 min-w-0 grow cursor-pointer accent-brand"
          />
          <datalist id={`${id}-ticks`}>
            {steps.map(({ version }, place) => (
              <option key={version} value={place} />
            ))}
          </datalist>
          <Button
            icon={ChevronRight}
            variant="ghost"
            size="icon"
            aria-label={texts.slider.next}
            disabled={index === last}
            onClick={() => onSelect(index + 1)}
          />
        </div>
      </div>
      <Field label={texts.slider.goTo} className="md:w-60">
        <Input
          type="datetime-local"
          step={1}
          key={step.version}
          defaultValue={istClock(step.at)}
          onBlur={({ target }) => target.value !== istClock(step.at) && goTo(target.value)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && goTo(currentTarget.value)}
        />
      </Field>
    </Card>
  )
}

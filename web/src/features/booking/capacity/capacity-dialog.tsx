import type { CapacityView } from '@jaanch/booking/capacity/api'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { refusedAt, useCommand, useDialogCommand } from '@/components/use-command'
import { resolverFor } from '@/lib/forms'
import { useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { FormDialog } from '@/ui/form-dialog'
import { consentToAreas, declareCapacity, readCapacity } from './calls'
import { CapacityFields } from './capacity-fields'
import {
  type CapacityForm,
  capacitySchema,
  capacityText,
  declaredText,
  toCapacityForm,
  toCapacityRequest,
} from './capacity-form'
import type { Look } from './days-off'

const consentTexts = {
  areas: 'Areas that wait for consent',
  waitForYou: 'These areas wait for your consent.',
  waitForAdmin: 'These areas wait for the consent of an admin.',
  why:
    'They are farther than 60 km from the PIN code that is recorded for the lab, or none is recorded. Until ' +
    'then they limit nobody: customers there can choose any slot.',
  give: 'Consent to These Areas',
  saved: 'Consent saved',
  failed: 'Failed to save the consent',
}

const texts = {
  title: 'Collection capacity',
  submitLabel: 'Save Capacity',
  meaning:
    'Customers there can choose a slot while one of its visits is free. Nothing is cancelled if more is ' +
    'booked already: the slot is full until there is room again.',
  sofar: (text: string) => `So far: ${text}`,
  notLoaded: 'Failed to load the capacity',
  saved: 'Capacity saved',
  failed: 'Failed to save the capacity',
}

const daysOffTexts = {
  /** Before a day off is stored whose bookings are not known */
  question: {
    title: 'Save without seeing the bookings?',
    description:
      'The bookings on a new day off could not be loaded. It does not move or cancel those that are on it.',
    confirmLabel: 'Save anyway',
    cancelLabel: 'Not yet',
  },
}

const limitsTexts = {
  label: 'Remove All Limits',
  question: {
    title: 'Remove all limits?',
    description:
      'The lab declares nothing any more. Where no other lab declared limits, customers can choose any slot.',
    confirmLabel: 'Remove limits',
    cancelLabel: 'Keep limits',
  },
  removed: 'Limits removed',
  failed: 'Failed to remove the limits',
}

type CapacityDialogProps = {
  labPartnerId: string
  labName: string
  /** Set for an admin, who consents to areas far from the lab */
  canConsent?: boolean
  onClose: () => void
}

/** Where, when and how often a lab collects samples. Mount it only while it is open; it appears when it knows what is declared. */
export function CapacityDialog(props: CapacityDialogProps) {
  const { labPartnerId, onClose } = props
  const [capacity, setCapacity] = useState<CapacityView | null>(null)
  const { run } = useCommand({
    send: readCapacity,
    done: setCapacity,
    failed: texts.notLoaded,
    isRepeatable: false,
    onFailure: onClose,
  })
  const load = useEffectEvent(run)
  useEffect(() => void load(labPartnerId), [labPartnerId])

  return capacity && <CapacityFormDialog {...props} capacity={capacity} />
}

function CapacityFormDialog({
  labPartnerId,
  labName,
  canConsent = false,
  capacity,
  onClose,
}: CapacityDialogProps & { capacity: CapacityView }) {
  const { role } = useUser()
  const [waiting, setWaiting] = useState(capacity.waiting)
  const [looks, setLooks] = useState<Readonly<Record<string, Look>>>({})
  const [unseen, setUnseen] = useState<CapacityForm>()
  const form = useForm<CapacityForm>({
    resolver: resolverFor(capacitySchema),
    defaultValues: toCapacityForm(capacity),
  })
  const showAtPincodes = refusedAt(form, 'pincodes', 'unknown-pincode')
  const { run, busy } = useDialogCommand({
    send: (values: CapacityForm) => declareCapacity(labPartnerId, toCapacityRequest(values)),
    succeeded: [texts.saved, labName],
    done: onClose,
    failed: texts.failed,
    // the toast too: the field is far down
    onFailure: (error) => void showAtPincodes(error),
  })
  const removal = useDialogCommand({
    send: () => declareCapacity(labPartnerId, { ...capacity, isDeclared: false }),
    succeeded: [limitsTexts.removed, labName],
    done: onClose,
    failed: limitsTexts.failed,
  })

  const looksOf = (days: readonly string[]) =>
    days.filter((day) => !capacity.daysOff.includes(day)).map((day) => looks[day] ?? 'loading')
  const submit = (values: CapacityForm) =>
    looksOf(values.daysOff).includes('failed') ? setUnseen(values) : run(values)

  return (
    <FormDialog
      title={texts.title}
      description={labName}
      className="sm:max-w-xl"
      submitLabel={texts.submitLabel}
      isSubmitting={busy}
      disabled={looksOf(form.watch('daysOff')).includes('loading')}
      onSubmit={form.handleSubmit(submit)}
      onClose={onClose}
      formClassName="gap-6"
    >
      <div className="grid gap-2 rounded-xl bg-sunken p-4">
        <p role="status" className="font-medium">
          {capacityText(form.watch())}
        </p>
        <p className="text-ink-soft text-xs">{texts.meaning}</p>
        {!capacity.isDeclared && <p className="text-xs">{texts.sofar(declaredText(capacity))}</p>}
      </div>
      <WaitingAreas
        labPartnerId={labPartnerId}
        labName={labName}
        waiting={waiting}
        onConsent={canConsent ? (view) => setWaiting(view.waiting) : undefined}
      />
      <CapacityFields
        form={form}
        lab={role === 'admin' ? labPartnerId : undefined}
        declaredDaysOff={capacity.daysOff}
        onLook={(day, look) => setLooks((before) => ({ ...before, [day]: look }))}
      />
      {unseen && (
        <OpenConfirmDialog
          {...daysOffTexts.question}
          variant="outline"
          onConfirm={() => run(unseen)}
          onClose={() => setUnseen(undefined)}
        />
      )}
      {capacity.isDeclared && (
        <div className="border-t pt-4">
          <ConfirmButton {...limitsTexts.question} loading={removal.busy} onConfirm={removal.run}>
            {limitsTexts.label}
          </ConfirmButton>
        </div>
      )}
    </FormDialog>
  )
}

type WaitingAreasProps = {
  labPartnerId: string
  labName: string
  /** The areas that wait for the consent of an admin */
  waiting: CapacityView['waiting']
  /** For an admin: called with the state after the consent. A lab only reads what waits */
  onConsent?: ((capacity: CapacityView) => void) | undefined
}

/** The declared areas that limit nobody until an admin consents; nothing if there are none. All are named: they are consented to. */
export function WaitingAreas({ labPartnerId, labName, waiting, onConsent }: WaitingAreasProps) {
  const { run, busy } = useCommand({
    send: () => consentToAreas(labPartnerId, waiting),
    succeeded: [consentTexts.saved, labName],
    done: (capacity) => onConsent?.(capacity),
    failed: consentTexts.failed,
  })
  const areas = [...waiting.cities, ...waiting.pincodes]
  if (areas.length === 0) return null

  return (
    <section
      aria-label={consentTexts.areas}
      className="grid gap-3 rounded-xl bg-accent-soft p-4 text-accent-ink"
    >
      <p className="font-medium">{onConsent ? consentTexts.waitForYou : consentTexts.waitForAdmin}</p>
      <p className="text-xs">{consentTexts.why}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard too */}
      <p tabIndex={0} className="max-h-32 overflow-y-auto text-ink text-sm">
        {areas.join(', ')}
      </p>
      {onConsent && (
        <Button variant="outline" loading={busy} onClick={() => void run()}>
          {consentTexts.give}
        </Button>
      )}
    </section>
  )
}

import type { CapacityView } from '@jaanch/contracts/http/capacity'
import { useEffect, useEffectEvent, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toastFailure, useDialogFailure } from '@/components/toast-failure'
import { resolverFor } from '@/lib/forms'
import { hasCode, serverText } from '@/lib/http/api-error'
import { declareCapacity, readCapacity } from '@/lib/resources/capacity'
import { ConfirmButton } from '@/ui/confirm-button'
import { FormDialog } from '@/ui/form-dialog'
import { toast } from '@/ui/toast-store'
import { CapacityFields } from './capacity-fields'
import {
  type CapacityForm,
  capacitySchema,
  capacityText,
  toCapacityForm,
  toCapacityRequest,
} from './capacity-form'
import { WaitingAreas } from './waiting-areas'

type CapacityDialogProps = {
  labPartnerId: string
  labName: string
  /** Of an admin, who consents to areas far from the lab */
  canConsent?: boolean
  onClose: () => void
}

/** Where, when and how often a lab collects samples. Mount it only while it is open; it appears when it knows what is declared. */
export function CapacityDialog(props: CapacityDialogProps) {
  const { labPartnerId, onClose } = props
  const [capacity, setCapacity] = useState<CapacityView | null>(null)
  const close = useEffectEvent(onClose)

  useEffect(() => {
    let isOpen = true
    readCapacity(labPartnerId).then(
      (view) => isOpen && setCapacity(view),
      (error) => {
        if (!isOpen) return
        toastFailure('Failed to load the capacity', error)
        close()
      },
    )
    return () => {
      isOpen = false
    }
  }, [labPartnerId])

  return capacity && <CapacityFormDialog {...props} capacity={capacity} />
}

function CapacityFormDialog({
  labPartnerId,
  labName,
  canConsent = false,
  capacity,
  onClose,
}: CapacityDialogProps & { capacity: CapacityView }) {
  const [waiting, setWaiting] = useState(capacity.waiting)
  const form = useForm<CapacityForm>({
    resolver: resolverFor(capacitySchema),
    defaultValues: toCapacityForm(capacity),
  })
  const showFailure = useDialogFailure()

  async function save(values: CapacityForm) {
    try {
      await declareCapacity(labPartnerId, toCapacityRequest(values))
      toast.success('Capacity saved', labName)
      onClose()
    } catch (error) {
      if (hasCode(error, 'unknown-pincode'))
        form.setError('pincodes', { message: serverText(error) ?? '' }, { shouldFocus: true })
      const repeat = () => void form.handleSubmit(() => save(values))()
      showFailure('Failed to save the capacity', error, { repeat })
    }
  }

  async function takeBack() {
    try {
      await declareCapacity(labPartnerId, { ...capacity, isDeclared: false })
      toast.success('Limits removed', labName)
      onClose()
    } catch (error) {
      showFailure('Failed to remove the limits', error, { repeat: () => void takeBack() })
    }
  }

  return (
    <FormDialog
      title="Collection capacity"
      description={labName}
      className="sm:max-w-xl"
      submitLabel="Save Capacity"
      isSubmitting={form.formState.isSubmitting}
      onSubmit={form.handleSubmit(save)}
      onClose={onClose}
      formClassName="gap-6"
    >
      <div className="grid gap-2 rounded-xl bg-sunken p-4">
        <p role="status" className="font-medium">
          {capacityText(form.watch())}
        </p>
        <p className="text-ink-soft text-xs">
          Customers there can choose a slot while one of its visits is free. Nothing is cancelled if more is
          booked already: the slot is full until there is room again.
        </p>
      </div>
      <WaitingAreas
        labPartnerId={labPartnerId}
        labName={labName}
        waiting={waiting}
        onConsent={canConsent ? (view) => setWaiting(view.waiting) : undefined}
      />
      <CapacityFields form={form} />
      {capacity.isDeclared && (
        <div className="border-t pt-4">
          <ConfirmButton
            title="Remove all limits?"
            description="The lab declares nothing any more. Where no other lab declared limits, customers can choose any slot."
            confirmLabel="Remove limits"
            cancelLabel="Keep limits"
            onConfirm={takeBack}
          >
            Remove All Limits
          </ConfirmButton>
        </div>
      )}
    </FormDialog>
  )
}

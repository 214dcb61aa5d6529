import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { useState } from 'react'
import { useDialogFailure } from '@/components/toast-failure'
import { rupeesText } from '@/lib/format/numbers'
import { usePackages } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { PackagePicker } from './package-picker'
import { PrescriptionFile } from './prescription-viewer'
import { submitProposal } from './submit-proposal'

type ProposeOrderDialogProps = { prescription: PrescriptionView; onClose: () => void }

/** Proposes an order for a prescription: packages, total and a note. The customer confirms it. */
export function ProposeOrderDialog({ prescription, onClose }: ProposeOrderDialogProps) {
  const packages = usePackages('')
  // Items of an earlier attempt stay: the API has no call to remove one.
  const [fixedIds] = useState(() => prescription.items.map(({ packageId }) => packageId))
  const [selectedIds, setSelectedIds] = useState<readonly string[]>(fixedIds)
  const [notes, setNotes] = useState('')
  const [submitting, setSubmitting] = useState(false)
  const showFailure = useDialogFailure()
  const [hasSubmitted, setHasSubmitted] = useState(false)
  // After our own first attempt the status may have changed because of it: the proposal can still be completed.
  const isTaken = !hasSubmitted && prescription.status !== 'pending'
  const prices = new Map(packages.rows.map(({ id, price }) => [id, price]))
  const total = selectedIds.reduce((sum, id) => sum + Math.round(100 * (prices.get(id) ?? 0)), 0) / 100

  async function submit() {
    if (selectedIds.length === 0) {
      toast.error('No Packages Selected', 'Please select at least one test package')
      return
    }
    setHasSubmitted(true)
    setSubmitting(true)
    try {
      await submitProposal({ prescription, packageIds: selectedIds, total, notes: notes.trim() })
      toast.success('Order created', `${prescription.customerName} is asked to confirm ${rupeesText(total)}`)
      onClose()
    } catch (error) {
      showFailure('Failed to create order', error, { repeat: () => void submit() })
      setSubmitting(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !submitting && onClose()}
      title="Create Order"
      description={`From the prescription of ${prescription.customerName}`}
      className="sm:max-w-5xl"
      footer={
        <>
          <p className="mr-auto flex items-baseline gap-2 self-center" aria-live="polite">
            <span className="text-ink-soft text-xs">
              {selectedIds.length === 1 ? '1 package' : `${selectedIds.length} packages`}, total
            </span>
            <span className="font-bold text-xl tabular-nums">{rupeesText(total)}</span>
          </p>
          <Button variant="outline" disabled={submitting} onClick={onClose} className="max-sm:hidden">
            Cancel
          </Button>
          <Button loading={submitting} disabled={isTaken} onClick={() => void submit()}>
            Create Order
          </Button>
        </>
      }
    >
      {isTaken && (
        <p role="status" className="mb-4 rounded-lg bg-accent-soft p-3.5 text-accent-ink">
          Another admin has just made an order of this prescription.
        </p>
      )}
      <div className="grid gap-6 md:grid-cols-2">
        <div className="min-w-0">
          <PrescriptionFile prescription={prescription} className="h-56 md:sticky md:top-0 md:h-[56dvh]" />
        </div>
        <div className="grid min-w-0 content-start gap-5">
          <PackagePicker
            packages={packages.rows}
            loading={packages.loading}
            fixedIds={fixedIds}
            selectedIds={selectedIds}
            onChange={setSelectedIds}
          />
          <Field label="Notes" optional hint="The customer and the lab read them with the order.">
            <Textarea value={notes} maxLength={500} onChange={(event) => setNotes(event.target.value)} />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}

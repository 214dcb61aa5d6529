import type { PrescriptionView } from '@jaanch/booking/prescriptions/api'
import type { PackageView } from '@jaanch/catalogue/packages/api'
import { istDate } from '@jaanch/contracts/calendar'
import { ExternalLink, FileText, FileX2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { FileLink } from '@/components/file-link'
import { useDialogCommand } from '@/components/use-command'
import { usePackages } from '@/features/catalogue/packages-calls'
import { cn } from '@/lib/class-names'
import { useFile } from '@/lib/files'
import { instantText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { randomId } from '@/lib/random-id'
import { Button, buttonVariants } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { addItem, markProcessed, proposeOrder } from './calls'

const proposeOrderTexts = {
  title: 'Create Order',
  description: (customer: string) => `From the prescription of ${customer}`,
  packages: (count: number) => `${count === 1 ? '1 package' : `${count} packages`}, total`,
  cancel: 'Cancel',
  taken: 'Another admin has just made an order of this prescription.',
  notes: 'Notes',
  notesHint: 'The customer and the lab read them with the order.',
  noPackages: ['No Packages Selected', 'Please select at least one test package'],
  created: 'Order created',
  createdText: (customer: string, total: string) => `${customer} is asked to confirm ${total}`,
  failed: 'Failed to create order',
} as const

const pickerTexts = {
  legend: 'Test packages',
  search: 'Search packages',
  list: 'Packages on offer',
  none: 'No packages available at the moment',
}

const texts = {
  title: (customer: string) => `Prescription of ${customer}`,
  newTab: 'Open in a new tab',
  broken: 'The file could not be shown.',
  openPdf: 'Open PDF',
}

type PrescriptionViewerProps = { prescription: PrescriptionView; onClose: () => void }

export function PrescriptionViewer({ prescription, onClose }: PrescriptionViewerProps) {
  return (
    <Dialog
      onClose={onClose}
      title={texts.title(prescription.customerName)}
      description={`${prescription.originalFileName}, ${instantText(prescription.createdAt)}`}
      className="sm:max-w-3xl"
      footer={
        !isPdf(prescription) && (
          <FileLink
            href={prescription.fileUrl}
            name={prescription.originalFileName}
            className={buttonVariants({ variant: 'outline' })}
          >
            <ExternalLink aria-hidden />
            {texts.newTab}
          </FileLink>
        )
      }
    >
      <PrescriptionFile prescription={prescription} className="h-[60dvh]" />
    </Dialog>
  )
}

type PrescriptionFileProps = { prescription: PrescriptionView; className: string }

function PrescriptionFile({ prescription, className }: PrescriptionFileProps) {
  const { fileUrl, originalFileName, customerName } = prescription
  const [isBroken, setBroken] = useState(false)
  const { url, failed } = useFile(fileUrl)
  const title = `${texts.title(customerName)}: ${originalFileName}`
  if (failed || isBroken) {
    return (
      <p className="grid place-items-center gap-3 rounded-lg bg-sunken py-12 text-center text-ink-soft">
        <FileX2 className="size-6" aria-hidden />
        {texts.broken}
      </p>
    )
  }
  if (isPdf(prescription)) {
    return (
      <>
        {/* Phone browsers cannot show a PDF in a frame */}
        <FileLink
          href={fileUrl}
          name={originalFileName}
          className={cn(buttonVariants({ variant: 'soft' }), 'mb-3 w-full')}
        >
          <FileText aria-hidden />
          {texts.openPdf}
        </FileLink>
        <iframe
          src={url}
          title={title}
          className={`w-full rounded-lg bg-sunken max-md:hidden ${className}`}
        />
      </>
    )
  }
  if (!url) return <Skeleton className={`w-full ${className}`} />
  return (
    <img
      src={url}
      alt={title}
      className={`w-full rounded-lg bg-sunken object-contain ${className}`}
      onError={() => setBroken(true)}
    />
  )
}

function isPdf({ originalFileName }: PrescriptionView): boolean {
  return /\.pdf$/i.test(originalFileName)
}

type OrderProposal = {
  prescription: PrescriptionView
  packageIds: readonly string[]
  /** Rupees */
  total: number
  notes: string
}

/** One Idempotency-Key per call and proposal. Module state: a dialog that is closed and reopened continues with the same keys. */
const keys = new Map<string, string>()

function keyFor(call: string): string {
  const existing = keys.get(call)
  if (existing) return existing
  const key = randomId()
  keys.set(call, key)
  return key
}

/**
 * Proposes an order for a prescription: adds its items one by one, creates the booking, then sets the prescription's status.
 * Any call may fail; a retry uses the same keys, so that completed calls have no second effect. A changed proposal is a new
 * request with a new key. @throws the error of the failed call
 */
async function submitProposal({ prescription, packageIds, total, notes }: OrderProposal): Promise<void> {
  const { id } = prescription
  for (const packageId of packageIds) {
    await addItem(id, packageId, keyFor(`${id} item ${packageId}`))
  }
  const [packageId = ''] = packageIds
  // the order is for the next day: another request after midnight
  const content = JSON.stringify([packageIds, total, notes, istDate(new Date())])
  await proposeOrder({ prescription, packageId, total, notes }, keyFor(`${id} order ${content}`))
  await markProcessed(prescription, notes)
}

type ProposeOrderDialogProps = { prescription: PrescriptionView; onClose: () => void }

export function ProposeOrderDialog({ prescription, onClose }: ProposeOrderDialogProps) {
  const packages = usePackages('')
  // Items of an earlier attempt stay: the API has no call to remove one.
  const [fixedIds] = useState(() => prescription.items.map(({ packageId }) => packageId))
  const { register, handleSubmit, watch, setValue } = useForm<{
    packageIds: readonly string[]
    notes: string
  }>({
    defaultValues: { packageIds: fixedIds, notes: '' },
  })
  const packageIds = watch('packageIds')
  const [hasSubmitted, setHasSubmitted] = useState(false)
  // After our own first attempt the status may have changed because of it: the proposal can still be completed.
  const isTaken = !hasSubmitted && prescription.status !== 'pending'
  const prices = new Map(packages.rows.map(({ id, price }) => [id, price]))
  const total = packageIds.reduce((sum, id) => sum + Math.round(100 * (prices.get(id) ?? 0)), 0) / 100

  const { run, busy } = useDialogCommand({
    send: submitProposal,
    succeeded: [
      proposeOrderTexts.created,
      proposeOrderTexts.createdText(prescription.customerName, rupeesText(total)),
    ],
    done: onClose,
    failed: proposeOrderTexts.failed,
  })

  const submit = handleSubmit(({ notes }) => {
    if (packageIds.length === 0) return toast.error(...proposeOrderTexts.noPackages)
    setHasSubmitted(true)
    return run({ prescription, packageIds, total, notes: notes.trim() })
  })

  return (
    <Dialog
      onClose={() => !busy && onClose()}
      title={proposeOrderTexts.title}
      description={proposeOrderTexts.description(prescription.customerName)}
      className="sm:max-w-5xl"
      footer={
        <>
          <p className="mr-auto flex items-baseline gap-2 self-center" aria-live="polite">
            <span className="text-ink-soft text-xs">{proposeOrderTexts.packages(packageIds.length)}</span>
            <span className="font-bold text-xl tabular-nums">{rupeesText(total)}</span>
          </p>
          <Button variant="outline" disabled={busy} onClick={onClose} className="max-sm:hidden">
            {proposeOrderTexts.cancel}
          </Button>
          <Button loading={busy} disabled={isTaken} onClick={() => void submit()}>
            {proposeOrderTexts.title}
          </Button>
        </>
      }
    >
      {isTaken && (
        <p role="status" className="mb-4 rounded-lg bg-accent-soft p-3.5 text-accent-ink">
          {proposeOrderTexts.taken}
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
            selectedIds={packageIds}
            onChange={(ids) => setValue('packageIds', ids)}
          />
          <Field label={proposeOrderTexts.notes} optional hint={proposeOrderTexts.notesHint}>
            <Textarea maxLength={500} {...register('notes')} />
          </Field>
        </div>
      </div>
    </Dialog>
  )
}

type PackagePickerProps = {
  packages: readonly PackageView[]
  loading: boolean
  fixedIds: readonly string[]
  selectedIds: readonly string[]
  onChange: (selectedIds: readonly string[]) => void
}

function PackagePicker({ packages, loading, fixedIds, selectedIds, onChange }: PackagePickerProps) {
  const [text, setText] = useState('')
  const query = text.trim().toLowerCase()
  // Selected packages stay visible whatever the search
  const shown = packages.filter(
    ({ id, name }) => selectedIds.includes(id) || name.toLowerCase().includes(query),
  )

  function toggle(id: string, isChecked: boolean) {
    onChange(isChecked ? [...selectedIds, id] : selectedIds.filter((selectedId) => selectedId !== id))
  }

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{pickerTexts.legend}</legend>
      <Input
        type="search"
        aria-label={pickerTexts.search}
        placeholder={pickerTexts.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <section
        aria-label={pickerTexts.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        className="mt-2 h-64 overflow-y-auto rounded-lg border"
      >
        {loading && <Skeleton className="m-3 h-10" />}
        {!loading && shown.length === 0 && <p className="p-4 text-ink-soft">{pickerTexts.none}</p>}
        <ul className="divide-y">
          {shown.map((item) => (
            <li key={item.id}>
              <Checkbox
                checked={selectedIds.includes(item.id)}
                disabled={fixedIds.includes(item.id)}
                onChange={(isChecked) => toggle(item.id, isChecked)}
                className="cursor-pointer px-3.5 py-1.5 hover:bg-sunken"
              >
                <span className="min-w-0 grow">{item.name}</span>
                <span className="shrink-0 font-semibold tabular-nums">{rupeesText(item.price)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      </section>
    </fieldset>
  )
}

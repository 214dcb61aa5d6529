import { ArrowLeft, SearchX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { useCommand } from '@/components/use-command'
import { useLeaveGuard } from '@/features/catalogue/leave-guard/use-leave-guard'
import { cn } from '@/lib/class-names'
import { hasCode } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { PageHeading } from '@/ui/page-heading'
import { Panel } from '@/ui/panel'
import { toast } from '@/ui/toast-store'
import { type CatalogueAffected, type CatalogueView, useAffected } from '../calls'
import { ConflictNote } from '../file-parts'
import { frameTexts } from './texts'
import { type Fault, faultOf } from './typed'

export type EditorProps = {
  /** null: a new one */
  code: string | null
  catalogue: CatalogueView
  /** Looks at the catalogue again, and begins anew */
  onReload: () => void
  onClose: () => void
}

type Editing<Form extends FieldValues> = {
  form: UseFormReturn<Form>
  /** Those that the new one must not have; none if it is not new */
  takenCodes: readonly string[]
  send: (values: Form) => Promise<unknown>
  texts: { succeeded: string; failed: string; codeTaken: string }
  /** The field that a fault is about */
  fieldAt: (fault: Fault) => FieldPath<Form> | undefined
  /** Shows a fault at no field; otherwise a toast does */
  onOtherFault?: (text: string) => void
  onClose: () => void
}

/** Saves what an editor has: refusals are shown at the fields that they are about. @returns properties of its `EditorFrame` */
export function useSaving<Form extends FieldValues & { code: string; name: string }>({
  form,
  takenCodes,
  send,
  texts,
  fieldAt,
  onOtherFault,
  onClose,
}: Editing<Form>) {
  const [isOutdated, setOutdated] = useState(false)
  const mark = (field: FieldPath<Form>, message: string) =>
    form.setError(field, { message }, { shouldFocus: true })
  const { run, busy } = useCommand({
    send,
    done(_, { name }: Form) {
      toast.success(texts.succeeded, name)
      onClose()
    },
    failed: texts.failed,
    onFailure(error) {
      const isConflict = hasCode(error, 'wrong-status')
      if (isConflict) setOutdated(true)
      const fault = faultOf(error)
      const field = fault && fieldAt(fault)
      if (field) mark(field, fault.text)
      else if (fault) onOtherFault?.(fault.text)
      return isConflict || field !== undefined || (fault && onOtherFault !== undefined)
    },
  })
  const onSubmit = form.handleSubmit(
    (values) =>
      takenCodes.includes(values.code) ? mark('code' as FieldPath<Form>, texts.codeTaken) : run(values),
    () => toast.error(texts.failed, frameTexts.wrong),
  )
  return { isOutdated, busy, onSubmit, onClose, isChanged: form.formState.isDirty }
}

type EditorFrameProps = ReturnType<typeof useSaving> & {
  title: string
  description?: string
  /** The id of the row that is changed; null: it is new, and affects nothing */
  code: string | null
  /** A test or package is counted among those that its change affects */
  itself?: 'tests' | 'packages'
  /** Beside the title */
  actions?: ReactNode
  saveLabel: string
  onReload: () => void
  children: ReactNode
}

/** Around the form of a parameter, test or package: the way back, what a change affects, and the button that saves. */
export function EditorFrame({
  title,
  description,
  code,
  itself,
  actions,
  saveLabel,
  isChanged,
  isOutdated,
  busy,
  onSubmit,
  onReload,
  onClose,
  children,
}: EditorFrameProps) {
  const guard = useLeaveGuard(isChanged, onClose)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    scrollTo(0, 0)
    top.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={top} tabIndex={-1} className="outline-none">
      {guard.question}
      <BackButton onClose={guard.leave} />
      <PageHeading title={title} description={description}>
        {actions}
      </PageHeading>
      {isOutdated && (
        <ConflictNote text={frameTexts.conflict} label={frameTexts.lookAgain} onAgain={onReload} />
      )}
      <form noValidate onSubmit={onSubmit}>
        {/* what is typed while it is saved would be lost */}
        <div inert={busy} className="grid grid-cols-1 gap-5">
          {children}
        </div>
        <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom))] z-10 mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t bg-canvas py-3 max-sm:*:w-full lg:bottom-0">
          {/* room for what it affects, which arrives later */}
          <p
            role="status"
            className={cn(
              'min-w-0 text-ink-soft text-xs tabular-nums sm:grow sm:basis-0 sm:text-sm',
              code !== null && 'min-h-13 sm:min-h-0',
            )}
          >
            {code !== null && <Affected {...{ code, itself }} />}
          </p>
          <Button type="submit" loading={busy} disabled={!isChanged || isOutdated}>
            {saveLabel}
          </Button>
        </div>
      </form>
    </div>
  )
}

/** In place of the form of something that is not in the catalogue. */
export function MissingFrame({ onClose }: { onClose: () => void }) {
  return (
    <>
      <BackButton onClose={onClose} />
      <EmptyState icon={SearchX} title={frameTexts.missing} />
    </>
  )
}

function BackButton({ onClose }: { onClose: () => void }) {
  return (
    <Button icon={ArrowLeft} variant="ghost" size="sm" onClick={onClose} className="mb-3 -ml-3">
      {frameTexts.back}
    </Button>
  )
}

function Affected({ code, itself }: { code: string; itself: EditorFrameProps['itself'] }) {
  const { data, loading } = useAffected(code)
  if (!data) return loading && frameTexts.loading
  return affectedText(itself ? { ...data, [itself]: Math.max(0, data[itself] - 1) } : data)
}

/** @returns such as `Affects 12 open bookings, 3 packages. Bookings keep what they were placed with.` */
function affectedText(affected: CatalogueAffected): string {
  const names = ['openBookings', 'tests', 'packages', 'labs'] as const
  const parts = names.flatMap((name) => (affected[name] > 0 ? [frameTexts[name](affected[name])] : []))
  return frameTexts.affects(parts)
}

/** Long enough for sixty entries of 80 characters */
export const listLength = 5_000

type SectionProps = { title: string; hint?: string | undefined; children: ReactNode }

/** A group of fields, in two columns where there is room. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <Panel title={title}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:grid-cols-2 sm:p-5">
        {hint && <p className="text-ink-soft sm:col-span-2">{hint}</p>}
        {children}
      </div>
    </Panel>
  )
}

import {
  type PrescriptionView,
  prescriptionFileLimit,
  prescriptionFileTexts,
  prescriptionFileTypes,
} from '@jaanch/booking/prescriptions/api'
import { isNamedHeic } from '@jaanch/contracts/files'
import { FileText, Trash2 } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import { uploadPrescription } from '@/features/booking/prescriptions-calls'
import { readDataUrl, typedByContent, useObjectUrl } from '@/lib/files'
import { bytesText } from '@/lib/format/numbers'
import { UploadCancelled } from '@/lib/http/upload'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Textarea } from '@/ui/input'
import { lazyPart } from '@/ui/lazy-part'
import { toast } from '@/ui/toast-store'

const texts = {
  title: 'Upload Prescription',
  description: 'We prepare an order of the tests on it. Nothing is booked before you confirm.',
  cancel: 'Cancel',
  cancelUpload: 'Cancel upload',
  upload: 'Upload',
  notes: 'Notes',
  notesHint: 'Anything that we should know when we prepare your order.',
  succeeded: ['Prescription uploaded', 'We review it and prepare your order.'],
  failed: 'Failed to upload prescription',
} as const

const pickerTexts = {
  choose: 'Choose a file',
  orDrop: 'or drop it here',
  accepted: 'A photo or scan: JPG, PNG or PDF, up to 5 MB',
  label: 'Prescription file',
}

const fileProblemsTexts = {
  missing: 'No File Selected',
  tooLarge: 'File Too Large',
  wrongType: 'Invalid File Type',
}

const previewTexts = {
  alt: 'Your prescription',
  openPdf: 'Open the PDF',
  remove: (file: string) => `Remove ${file}`,
}

const progressTexts = {
  label: 'Upload',
  uploading: 'Uploading…',
  checking: 'Checking the file…',
}

const CopyOffer = lazyPart(async () => (await import('./copy-offer')).CopyOffer)

type PrescriptionDialogProps = {
  onClose: () => void
  onUploaded?: (prescription: PrescriptionView) => void
}

/** Uploads a doctor's prescription. After a rejected file or a failed upload, the file and the notes stay. */
export function PrescriptionDialog({ onClose, onUploaded }: PrescriptionDialogProps) {
  const { register, handleSubmit, watch, setValue } = useForm<{ file: File | null; notes: string }>({
    defaultValues: { file: null, notes: '' },
  })
  const file = watch('file')
  const [refusedPhoto, setRefusedPhoto] = useState<File | null>(null)
  const { share, send, cancel } = useUpload()
  const { run, busy } = useDialogCommand({
    send: ({ file, notes }: { file: File; notes: string }) => send(file, notes),
    done(prescription) {
      // it was cancelled
      if (!prescription) return
      onClose()
      toast.success(...texts.succeeded)
      onUploaded?.(prescription)
    },
    failed: texts.failed,
  })

  /** @returns whether the file is accepted; a toast says why not */
  function check(file: File | null): file is File {
    const problem = findFileProblem(file)
    if (problem) toast.error(problem.title, problem.text)
    return !problem
  }

  async function pick(picked: File) {
    const typed = await typedByContent(picked)
    setRefusedPhoto(needsCopy(typed) ? typed : null)
    if (check(typed)) setValue('file', typed)
  }

  return (
    <Dialog
      onClose={onClose}
      title={texts.title}
      description={texts.description}
      footer={
        <>
          <Button variant="outline" onClick={busy ? cancel : onClose}>
            {busy ? texts.cancelUpload : texts.cancel}
          </Button>
          <Button
            loading={busy}
            onClick={() => void handleSubmit(({ file, notes }) => check(file) && run({ file, notes }))()}
          >
            {texts.upload}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {file ? (
          <FilePreview file={file} onRemove={busy ? undefined : () => setValue('file', null)} />
        ) : (
          <FileDrop {...pickerTexts} accept={acceptedTypes} onPick={(picked) => void pick(picked)} />
        )}
        {!file && refusedPhoto && (
          <Suspense>
            <CopyOffer photo={refusedPhoto} onCopy={(copy) => void pick(copy)} />
          </Suspense>
        )}
        {share === undefined ? (
          <Field label={texts.notes} optional hint={texts.notesHint}>
            <Textarea maxLength={1_000} {...register('notes')} />
          </Field>
        ) : (
          <UploadProgress share={share} />
        )}
      </div>
    </Dialog>
  )
}

/** The selected file: a picture is shown, a PDF opens in a new window. */
function FilePreview({ file, onRemove }: { file: File; onRemove?: (() => void) | undefined }) {
  const url = useObjectUrl(file)
  const isPicture = file.type.startsWith('image/')
  return (
    <div className="overflow-hidden rounded-xl border">
      <div className="grid h-52 place-items-center bg-sunken">
        {isPicture && url && (
          <img src={url} alt={previewTexts.alt} className="max-h-52 max-w-full object-contain" />
        )}
        {!isPicture && url && (
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className="grid place-items-center gap-2 rounded-lg p-4 font-semibold text-brand-ink hover:underline"
          >
            <FileText className="size-12" strokeWidth={1.25} aria-hidden />
            {previewTexts.openPdf}
          </a>
        )}
      </div>
      <div className="flex items-center gap-3 border-t py-1 pr-1 pl-4">
        <p className="min-w-0 grow">
          <span className="block truncate font-medium">{file.name}</span>
          <span className="block text-ink-soft text-xs tabular-nums">{bytesText(file.size)}</span>
        </p>
        {onRemove && (
          <Button
            icon={Trash2}
            variant="ghost"
            size="icon"
            aria-label={previewTexts.remove(file.name)}
            onClick={onRemove}
          />
        )}
      </div>
    </div>
  )
}

/** @param share 0 to 1; at 1 everything is sent and the response is awaited */
function UploadProgress({ share }: { share: number }) {
  const percent = Math.round(share * 100)
  return (
    <div>
      <p className="mb-2 flex justify-between gap-4 font-medium text-sm">
        <span>{percent < 100 ? progressTexts.uploading : progressTexts.checking}</span>
        <span className="tabular-nums">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-label={progressTexts.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-brand transition-[width] duration-150"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}

function useUpload() {
  /** 0 to 1; undefined if there is no upload */
  const [share, setShare] = useState<number>()
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  /** @returns the prescription; undefined after `cancel` @throws the error of the upload */
  async function send(file: File, notes: string): Promise<PrescriptionView | undefined> {
    let isCancelled = false
    cancel.current = () => {
      isCancelled = true
    }
    setShare(0)
    try {
      const fileUrl = await readDataUrl(file)
      if (isCancelled) return undefined
      const body = { fileUrl, originalFileName: file.name, notes: notes.trim() || null }
      return await uploadPrescription(body, setShare, (upload) => {
        cancel.current = upload.cancel
      })
    } catch (error) {
      if (error instanceof UploadCancelled) return undefined
      throw error
    } finally {
      cancel.current = () => {}
      setShare(undefined)
    }
  }

  return { share, send, cancel: () => cancel.current() }
}

type FileProblem = { title: string; text: string }

/** With file name endings, for systems that know no types; without HEIC, so that an iPhone converts its photos itself. */
export const acceptedTypes = [...prescriptionFileTypes, '.jpg', '.jpeg', '.png', '.pdf'].join(',')

/** The types of the specification, section 5 */
const accepted: readonly string[] = [...prescriptionFileTypes, 'image/jpg']

/** @param file as `typedByContent` gives it @returns why the file is rejected (specification, section 5); undefined if it is accepted */
export function findFileProblem(file: File | null): FileProblem | undefined {
  if (!file) return { title: fileProblemsTexts.missing, text: prescriptionFileTexts.missing }
  if (file.size > prescriptionFileLimit) {
    return { title: fileProblemsTexts.tooLarge, text: prescriptionFileTexts.tooLarge }
  }
  if (!accepted.includes(file.type)) {
    return { title: fileProblemsTexts.wrongType, text: prescriptionFileTexts.wrongType }
  }
  return undefined
}

/** Whether a file is a photo of which a copy would be accepted: it is only too large, or in the format of iPhones. */
export function needsCopy(file: File): boolean {
  const isLarge = file.size > prescriptionFileLimit && file.type.startsWith('image/')
  return isNamedHeic(file) || (isLarge && accepted.includes(file.type))
}

import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { useForm } from 'react-hook-form'
import { useDialogCommand } from '@/components/use-command'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { FilePicker } from './file-picker'
import { FilePreview } from './file-preview'
import { findFileProblem } from './prescription-file'
import { dialog as texts } from './texts'
import { UploadProgress } from './upload-progress'
import { useUpload } from './use-upload'

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
          <FilePicker onPick={(picked) => check(picked) && setValue('file', picked)} />
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

import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { useState } from 'react'
import { useDialogFailure } from '@/components/toast-failure'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { FilePicker } from './file-picker'
import { FilePreview } from './file-preview'
import { findFileProblem } from './prescription-file'
import { UploadProgress } from './upload-progress'
import { useUpload } from './use-upload'

type PrescriptionDialogProps = {
  onClose: () => void
  onUploaded?: (prescription: PrescriptionView) => void
}

/** Uploads a doctor's prescription. After a rejected file or a failed upload, the file and the notes stay. */
export function PrescriptionDialog({ onClose, onUploaded }: PrescriptionDialogProps) {
  const [file, setFile] = useState<File | null>(null)
  const [notes, setNotes] = useState('')
  const { share, send, cancel } = useUpload()
  const showFailure = useDialogFailure()
  const sending = share !== undefined

  function pick(next: File) {
    const problem = findFileProblem(next)
    if (problem) toast.error(problem.title, problem.text)
    else setFile(next)
  }

  async function upload() {
    const problem = findFileProblem(file)
    if (problem) return toast.error(problem.title, problem.text)
    if (!file) return
    try {
      const prescription = await send(file, notes)
      if (!prescription) return
      onClose()
      toast.success('Prescription uploaded', 'We review it and prepare your order.')
      onUploaded?.(prescription)
    } catch (error) {
      showFailure('Failed to upload prescription', error, { repeat: () => void upload() })
    }
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Upload Prescription"
      description="We prepare an order of the tests on it. Nothing is booked before you confirm."
      footer={
        <>
          <Button variant="outline" onClick={sending ? cancel : onClose}>
            {sending ? 'Cancel upload' : 'Cancel'}
          </Button>
          <Button loading={sending} onClick={() => void upload()}>
            Upload
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        {file ? (
          <FilePreview file={file} onRemove={sending ? undefined : () => setFile(null)} />
        ) : (
          <FilePicker onPick={pick} />
        )}
        {sending ? (
          <UploadProgress share={share} />
        ) : (
          <Field label="Notes" optional hint="Anything that we should know when we prepare your order.">
            <Textarea maxLength={1_000} value={notes} onChange={(event) => setNotes(event.target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

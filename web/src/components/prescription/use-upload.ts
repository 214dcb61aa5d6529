import type { PrescriptionView } from '@jaanch/contracts/http/prescriptions'
import { useEffect, useRef, useState } from 'react'
import { UploadCancelled } from '@/lib/http/upload'
import { uploadPrescription } from '@/lib/resources/prescriptions'
import { useIdempotencyKey } from '@/lib/use-idempotency-key'
import { readPrescription } from './prescription-file'

/**
 * Sends one prescription at a time. Sent again after a lost answer or a cancelled try, the same file with the same
 * note is the same prescription. Called off when the dialog goes.
 */
export function useUpload() {
  /** 0 to 1; undefined while nothing is sent */
  const [share, setShare] = useState<number>()
  const withKey = useIdempotencyKey()
  const cancel = useRef(() => {})
  useEffect(() => () => cancel.current(), [])

  /** @returns the prescription; undefined where it was called off. Throws what the upload fails with. */
  async function send(file: File, notes: string): Promise<PrescriptionView | undefined> {
    let off = false
    cancel.current = () => {
      off = true
    }
    setShare(0)
    try {
      const fileUrl = await readPrescription(file)
      if (off) return undefined
      const body = { fileUrl, originalFileName: file.name, notes: notes.trim() || null }
      return await withKey(body, (key) => {
        const upload = uploadPrescription(body, { idempotencyKey: key, onProgress: setShare })
        cancel.current = upload.cancel
        return upload.response
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

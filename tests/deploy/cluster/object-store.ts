import { z } from 'zod'

const key = z.strictObject({ name: z.string(), key: z.string() })
const encryption = z.enum(['AES256', 'aws:kms'])

const schema = z.strictObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.strictObject({ name: z.string(), namespace: z.string().optional() }),
  spec: z.strictObject({
    retentionPolicy: z.string().regex(/^[1-9]\d*[dwm]$/),
    configuration: z.strictObject({
      destinationPath: z.string().min(1),
      endpointURL: z.url().optional(),
      s3Credentials: z.strictObject({ accessKeyId: key, secretAccessKey: key, region: key.optional() }),
      wal: z.strictObject({
        compression: z.enum(['bzip2', 'gzip', 'lz4', 'snappy', 'xz', 'zstd']),
        maxParallel: z.int().min(1),
        encryption,
      }),
      data: z.strictObject({
        compression: z.enum(['bzip2', 'gzip', 'snappy']),
        jobs: z.int().min(1),
        encryption,
      }),
    }),
  }),
})

/** What we use of the kind of CloudNativePG's Barman Cloud plugin 0.12, which kubernetes-models does not have. */
export class ObjectStore {
  static readonly apiVersion = 'barmancloud.cnpg.io/v1'
  static readonly kind = 'ObjectStore'

  /** @throws Error that names the field */
  validate(): void {
    const { error } = schema.safeParse(this)
    if (error) throw new Error(z.prettifyError(error))
  }
}

import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import type { FileStore } from '../../domain/uploads/uploads.ports.ts';
import { VendorFailure, type VendorFailureKind } from '../../domain/vendors/vendors.ports.ts';

/** The form of `newStorageKey`, as the local disk has it. */
const KEY = /^[a-z]{2}\/[0-9A-Za-z]{22}$/;

export type S3Options = {
  /** Empty is Amazon's own of the region. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/**
 * Files in a bucket of anything that speaks S3: Amazon, R2, MinIO, Ceph. The bucket is private: files are read through the
 * server alone, which sets their headers. The operator chose the address, so that it is not guarded.
 */
export function makeS3Store(options: S3Options): FileStore {
  const { bucket: Bucket, endpoint, region, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Most stores other than Amazon's know no host of their own for each bucket.
    ...(endpoint === '' ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    // Newer checksums are sent only where a call must have one: other stores do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { requestTimeout: 30_000, connectionTimeout: 5_000, throwOnRequestTimeout: true },
  });
  const at = (key: string) => {
    if (!KEY.test(key)) throw new VendorFailure('invalid', 'Not a storage key.');
    return { Bucket, Key: key };
  };
  return {
    async put(key, bytes) {
      const input = { ...at(key), Body: bytes, ContentType: 'application/octet-stream' };
      await asked(client.send(new PutObjectCommand(input)));
    },
    async get(key) {
      const { Body } = await asked(client.send(new GetObjectCommand(at(key))));
      if (!Body) throw new VendorFailure('unreachable', 'The file store sent no content.');
      return asked(Body.transformToByteArray());
    },
    async delete(key) {
      await asked(client.send(new DeleteObjectCommand(at(key))));
    },
  };
}

const KINDS: Record<number, VendorFailureKind> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
};

async function asked<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NoSuchKey) throw new VendorFailure('not_found', 'No such file.');
    const { name, $metadata } = error as { name: string; $metadata?: { httpStatusCode?: number } };
    // A missing bucket is the operator's fault, and no file that is gone.
    const kind = name === 'NoSuchBucket' ? 'forbidden' : KINDS[$metadata?.httpStatusCode ?? 0];
    throw new VendorFailure(kind ?? 'unreachable', `The file store answered ${name}.`);
  }
}

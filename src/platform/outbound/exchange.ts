// One request and its answer, over undici. Whatever goes wrong ends as a CallFailure that says how far the request got.
import { Pool } from 'undici';
import type { BaseAddress } from './base-address.ts';
import { CallFailure } from './call-failure.ts';
import { describeConnectionFault } from './connection-faults.ts';
import { createGuardedConnector } from './guarded-connector.ts';
import type { ClientCertificate, ResolveAll } from './guarded-connector.ts';
import { readBody } from './response-body.ts';

export type ExchangeRequest = {
  method: 'GET' | 'POST';
  /** From the root of the host, with its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  signal: AbortSignal;
  /** Bodies of other statuses are not read. */
  readsBodyOf(status: number): boolean;
};

export type Received = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Unpacked; empty when the body was not read. */
  bytes: Uint8Array;
};

export type Exchanger = {
  exchange(request: ExchangeRequest): Promise<Received>;
  close(): Promise<void>;
};

export type ExchangerOptions = {
  base: BaseAddress;
  connections: number;
  connectTimeoutMs: number;
  deadlineMs: number;
  maxBytes: number;
  certificate?: ClientCertificate;
  trusted?: string;
  resolve?: ResolveAll;
};

const MAX_HEADER_BYTES = 16_384;

export function createExchanger(options: ExchangerOptions): Exchanger {
  const { base, deadlineMs, maxBytes } = options;
  const pool = new Pool(base.origin, {
    connections: options.connections,
    // Never a second request behind an unanswered one: its failure would say nothing about which was handled.
    pipelining: 1,
    headersTimeout: deadlineMs,
    bodyTimeout: deadlineMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: createGuardedConnector({
      isSandbox: base.isSandbox,
      timeoutMs: options.connectTimeoutMs,
      ...(options.certificate === undefined ? {} : { certificate: options.certificate }),
      ...(options.trusted === undefined ? {} : { trusted: options.trusted }),
      ...(options.resolve === undefined ? {} : { resolve: options.resolve }),
    }),
  });

  const exchange = async (request: ExchangeRequest): Promise<Received> => {
    const { method, path, headers, body: sent, signal } = request;
    let status: number | undefined;
    try {
      // `request` does not follow redirects: a 302 is an answer like any other, and none of ours expects one.
      const answer = await pool.request({
        method,
        path,
        headers: { accept: 'application/json', 'accept-encoding': 'gzip', ...headers },
        ...(sent === undefined ? {} : { body: sent }),
        signal,
      });
      status = answer.statusCode;
      if (!request.readsBodyOf(status)) {
        answer.body.on('error', () => undefined).destroy();
        return { status, headers: answer.headers, bytes: new Uint8Array() };
      }
      const bytes = await readBody(answer.body, answer.headers, maxBytes);
      return { status, headers: answer.headers, bytes };
    } catch (error) {
      throw error instanceof CallFailure ? withStatus(error, status) : describeConnectionFault(error, status);
    }
  };
  return { exchange, close: () => pool.destroy() };
}

function withStatus(failure: CallFailure, status: number | undefined): CallFailure {
  const { faultCode, message, sent, vendorCode, bytes } = failure;
  return new CallFailure(faultCode, message, {
    sent,
    bytes,
    ...(vendorCode === undefined ? {} : { vendorCode }),
    ...(status === undefined ? {} : { status }),
  });
}

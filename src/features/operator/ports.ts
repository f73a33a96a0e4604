// What the operator's pages need of the rest of the program, which knows sources, imports and the machine.

/** A connector as the configuration has it. */
export type Connector = {
  name: string;
  capability: string;
  publisher: string;
  host: string;
  isInUse: boolean;
  missing: readonly string[];
};

/** A source of files: how it is called and which tables of the registry it fills. */
export type FileSource = { source: string; description: string; serves: readonly string[] };

export type Finding = {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  message: string;
  remedy: string | null;
};

export type OperatorWorld = {
  version: string;
  listConnectors(): readonly Connector[];
  listFileSources(): Promise<readonly FileSource[]>;
  /** What `farol doctor` finds. */
  diagnose(): Promise<readonly Finding[]>;
};

/** An authority, the API server's certificate and an administrator's: by openssl, as node:crypto signs none. */
import { generateKeyPairSync } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./processes.ts";

export interface Certificates {
  /** Files. */
  readonly authority: string;
  readonly serverCertificate: string;
  readonly serverKey: string;
  readonly administratorCertificate: string;
  readonly administratorKey: string;
  /** Signs the tokens of service accounts. */
  readonly tokenKey: string;
  readonly tokenPublicKey: string;
}

const openssl = async (...parts: readonly string[]): Promise<void> => {
  const { code, stderr } = await run("openssl", parts);
  if (code !== 0) throw new Error(`openssl ${parts.join(" ")}\n${stderr}`);
};

/** Valid for two days: nobody takes them along. */
const validity = ["-days", "2", "-sha256"];
const newKey = ["-newkey", "rsa:2048", "-nodes"];

/** Makes all of them in a folder. */
export const createCertificates = async (folder: string): Promise<Certificates> => {
  const file = (name: string): string => join(folder, name);
  await writeFile(
    file("request.cnf"),
    "[req]\ndistinguished_name = subject\nprompt = no\n[subject]\nCN = ome-matrix-test-authority\n[authority]\nbasicConstraints = critical,CA:TRUE\nkeyUsage = critical,keyCertSign,digitalSignature\n",
  );
  const config = ["-config", file("request.cnf")];
  await openssl(
    ...["req", "-x509", ...config, "-extensions", "authority", ...newKey, ...validity],
    ...["-keyout", file("authority.key"), "-out", file("authority.crt")],
  );
  const sign = async (name: string, subject: string, extensions: string): Promise<void> => {
    await writeFile(file(`${name}.ext`), extensions);
    await openssl(
      ...["req", "-new", ...config, ...newKey, "-subj", subject],
      ...["-keyout", file(`${name}.key`), "-out", file(`${name}.csr`)],
    );
    await openssl(
      ...["x509", "-req", "-in", file(`${name}.csr`), "-CA", file("authority.crt"), "-CAkey", file("authority.key")],
      ...["-CAcreateserial", ...validity, "-extfile", file(`${name}.ext`), "-out", file(`${name}.crt`)],
    );
  };
  await sign(
    "server",
    "/CN=kube-apiserver",
    "subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth\n",
  );
  await sign("administrator", "/O=system:masters/CN=administrator", "extendedKeyUsage=clientAuth\n");

  const { privateKey, publicKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  await writeFile(file("token.key"), privateKey, { mode: 0o600 });
  await writeFile(file("token.pub"), publicKey);
  return {
    authority: file("authority.crt"),
    serverCertificate: file("server.crt"),
    serverKey: file("server.key"),
    administratorCertificate: file("administrator.crt"),
    administratorKey: file("administrator.key"),
    tokenKey: file("token.key"),
    tokenPublicKey: file("token.pub"),
  };
};

/** As a kubeconfig wants it. */
export const base64Of = async (path: string): Promise<string> => (await readFile(path)).toString("base64");

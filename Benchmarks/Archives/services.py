"""Servers that contenders need: PostgreSQL and a cluster of Spark. Their processor time counts as the contender's."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time


class NotInstalled(Exception):
    """A program that a contender needs is not installed."""


class ProcessTree:
    """A process and all its descendants."""

    TICKS = os.sysconf("SC_CLK_TCK")

    def __init__(self, root):
        self.root = root

    def processes(self):
        """Returns the ids and the status fields of the processes. Parents come before their children."""
        fields, children = {}, {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                text = (folder / "stat").read_text()
            except OSError:
                continue  # The process has just ended.
            # The name of the program is in parentheses, and can contain spaces.
            fields[int(folder.name)] = text.rpartition(")")[2].split()
            children.setdefault(int(fields[int(folder.name)][1]), []).append(int(folder.name))
        found = [self.root]
        for process in found:
            found += children.get(process, [])
        return [(process, fields[process]) for process in found if process in fields]

    def processor_time(self):
        """Returns the seconds of user and system time of all processes, and of those that their parents have reaped."""
        return sum(sum(int(ticks) for ticks in fields[11:15]) for _, fields in self.processes()) / self.TICKS

    def memory(self):
        """Returns the largest resident memory of a process so far, in MiB."""
        largest = 0
        for process, _ in self.processes():
            try:
                lines = pathlib.Path(f"/proc/{process}/status").read_text().splitlines()
            except OSError:
                continue
            largest = max([largest] + [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:")])
        return largest


class Usage:
    """What a server costs while a contender runs. With `with`, it begins and ends."""

    def __init__(self, service):
        self.service = service
        self.processor = self.memory = 0.0
        self.ended = threading.Event()

    def __enter__(self):
        if self.service:
            self.before = self.service.tree.processor_time()
            self.thread = threading.Thread(target=self.watch)
            self.thread.start()
        return self

    def __exit__(self, *_):
        if self.service:
            self.ended.set()
            self.thread.join()
            self.service.settle()
            self.processor = self.service.tree.processor_time() - self.before

    def watch(self):
        while not self.ended.wait(0.5):
            self.memory = max(self.memory, self.service.tree.memory())


class Cluster:
    """A standalone cluster of Spark with two workers, each with one core."""

    def __init__(self, options, folder):
        script = options.repository / "Tool/Tests/TrackproofCommandTests/Spark/cluster.sh"
        environment = os.environ | {"SPARK_HOME": options.spark_home}
        # It writes to a file, because a pipe that nobody reads could fill up.
        with open(folder / "cluster.log", "wb") as log:
            self.process = subprocess.Popen(
                ["bash", script, folder / "cluster"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log,
                env=environment)
        self.url = self.process.stdout.readline().decode().strip()
        if not self.url.startswith("spark://"):
            sys.exit(f"the cluster of Spark did not start:\n{(folder / 'cluster.log').read_text()}")
        self.tree = ProcessTree(self.process.pid)
        self.variables = {"MASTER": self.url}

    def settle(self):
        """Waits until the executors have ended, so that their parents have reaped them."""
        for _ in range(300):
            commands = []
            for process, _ in self.tree.processes():
                try:
                    commands.append(pathlib.Path(f"/proc/{process}/cmdline").read_bytes())
                except OSError:
                    continue
            if not any(b"CoarseGrainedExecutorBackend" in command for command in commands):
                return
            time.sleep(0.1)
        sys.exit("an executor of Spark does not end")

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


class PostgreSQL:
    """A server in a folder of its own, on a unix socket, with the table `events`."""

    def __init__(self, options, folder):
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/postgres"))
        if not programs or not shutil.which("psql"):
            raise NotInstalled("PostgreSQL is not installed: apt-get install postgresql")
        self.programs = programs[-1].parent
        # The path of a unix socket must be short, and the user of the server must be able to open the folder.
        self.folder = tempfile.mkdtemp(prefix="archives-")
        self.user = []
        if os.getuid() == 0:
            # PostgreSQL does not run as root.
            shutil.chown(self.folder, "postgres")
            self.user = ["runuser", "-u", "postgres", "--"]
        data = f"{self.folder}/data"
        with open(folder / "postgresql.log", "ab") as log:
            self.run(["initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"], log)
            self.process = subprocess.Popen(
                self.user + [self.programs / "postgres", "-D", data, "-k", self.folder, "-c", "listen_addresses=",
                             "-c", "fsync=off", "-c", "autovacuum=off"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/")
        self.tree = ProcessTree(self.process.pid)
        self.variables = {"PGHOST": self.folder, "PGUSER": "postgres", "PGDATABASE": "postgres", "PGTZ": "UTC"}
        try:
            self.load(options)
        except BaseException:
            self.stop()
            raise

    def run(self, words, log):
        subprocess.run(
            self.user + [self.programs / words[0]] + words[1:], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            cwd="/", check=True)

    def load(self, options):
        environment = os.environ | self.variables
        for _ in range(100):
            if subprocess.run([self.programs / "pg_isready", "-q"], env=environment).returncode == 0:
                break
            time.sleep(0.1)
        rows = f"""
            import duckdb
            duckdb.execute('SET enable_progress_bar = false')
            duckdb.execute('''COPY (
                SELECT event, version, (time AT TIME ZONE 'UTC')::VARCHAR || 'Z', properties
                FROM read_parquet('{options.archive}/parquet/*.parquet')
            ) TO '/dev/stdout' (FORMAT csv, HEADER false)''')
        """
        commands = [
            "CREATE UNLOGGED TABLE events (event text, version text, time timestamptz, properties jsonb)",
            "COPY events FROM STDIN (FORMAT csv)", "VACUUM ANALYZE events"]
        reader = subprocess.Popen(
            [sys.executable, "-c", "\n".join(line.strip() for line in rows.splitlines())], stdout=subprocess.PIPE)
        words = ["psql", "-qX", "-v", "ON_ERROR_STOP=1"] + [word for command in commands for word in ("-c", command)]
        subprocess.run(words, stdin=reader.stdout, env=environment, check=True)
        if reader.wait() != 0:
            sys.exit("the events could not be read for PostgreSQL")

    def settle(self):
        time.sleep(0.5)

    def stop(self):
        subprocess.run(
            self.user + [self.programs / "pg_ctl", "stop", "-s", "-m", "fast", "-D", f"{self.folder}/data"], cwd="/")
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python module: edits, errors in terms of the model, runs, studies, threads and interruptions."""

import _thread
import math
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import numpy as np
import trammel

MODELS = Path(os.environ["TRAMMEL_MODELS"])


def four_bar():
    return trammel.load(MODELS / "four_bar_study.trammel")


class Edits(unittest.TestCase):
    def test_read_and_write_numbers_components_texts_and_inputs(self):
        model = four_bar()
        crank = model["Crank"]
        self.assertEqual((crank.family, crank.type, crank["length"]), ("body", "bar", 0.1))
        crank["length"] = np.float64(0.12)
        self.assertEqual(model["Crank"]["length"], 0.12)
        trace = model["Coupler curve"]
        trace["point.y"] = 0.07
        self.assertEqual(trace["point"], (0.16, 0.07, 0.0))
        self.assertEqual(trace.inputs["body"], model["Coupler"])
        crank.name = "Short link"
        self.assertIn("Short link", model)
        self.assertNotIn("Crank", model)
        model.name = "Another"
        self.assertTrue(model.undo())
        self.assertEqual(model.name, "Four-bar design studies")

    def test_follow_formulas(self):
        model = trammel.Model()
        model.add("parameter", "length", "L1", properties={"value": 0.2})
        bar = model.add("body", "bar", "Bar")
        bar.set_formula("length", "3*L1")
        self.assertAlmostEqual(bar["length"], 0.6)
        self.assertEqual(bar.formula("length"), "3*L1")
        model["L1"]["value"] = 0.1
        self.assertAlmostEqual(bar["length"], 0.3)
        with self.assertRaises(trammel.Error):
            bar.set_formula("length", "3 *")
        bar.set_formula("length", None)
        self.assertIsNone(bar.formula("length"))

    def test_refused_ones_name_the_element_and_change_nothing(self):
        model = four_bar()
        before = len(model)
        cases = [
            (lambda: model["Cranck"], "Did you mean 'Crank'"),
            (lambda: model["Crank"]["lenght"], "Did you mean 'length'"),
            (lambda: model["Crank"].__setitem__("length", -1), "Crank"),
            (lambda: model["Crank"].__setitem__("length", math.nan), "Crank"),
            (lambda: model["Crank"].__setitem__("length", "long"), "takes a number"),
            (lambda: model["Crank"].__setitem__("name", 5), "takes a text"),
            (lambda: model["Coupler curve"].__setitem__("point", (1, 2)), "takes three numbers"),
            (lambda: model.add("joint", "pinn", "P"), "pinn"),
            (lambda: model.add("joint", "pin", "P", properties={"radius": 1}), "radius"),
            (lambda: model["Crank pin"].connect("child", model["Gravity"]), "Gravity"),
            (lambda: model["Crank pin"].connect("child", four_bar()["Crank"]), "another model"),
            (lambda: model.add("joint", "pin", "P", inputs={"child": four_bar()["Crank"]}), "another model"),
            (lambda: trammel.describe("joint", "pinn"), "pinn"),
        ]
        for edit, text in cases:
            with self.assertRaises(trammel.Error) as caught:
                edit()
            self.assertIn(text, str(caught.exception))
            self.assertNotIn("std::", str(caught.exception))
        self.assertEqual((len(model), model["Crank"]["length"]), (before, 0.1))
        self.assertFalse(model.undo())

    def test_removed_elements_say_so_and_come_back_by_undo(self):
        model = four_bar()
        crank = model["Crank"]
        crank.remove()
        with self.assertRaisesRegex(trammel.Error, "no longer in the model"):
            crank["length"]
        self.assertTrue(model.undo())
        self.assertEqual(crank["length"], 0.1)

    def test_files_are_read_and_written(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "m.trammel"
            model = four_bar()
            model.save(path)
            self.assertEqual(path.read_text(), (MODELS / "four_bar_study.trammel").read_text())
            model.export(Path(folder) / "m.obj")
            self.assertGreater((Path(folder) / "m.obj").stat().st_size, 1000)
            with self.assertRaisesRegex(trammel.Error, "Endings are"):
                model.export(Path(folder) / "m.docx")
            with self.assertRaises(trammel.Error):
                trammel.load(Path(folder) / "missing.trammel")
            path.write_text(path.read_text()[:2000])
            broken = trammel.load(path)
            self.assertTrue(any(p.severity == "error" for p in broken.problems()))
            with self.assertRaises(trammel.Error):
                broken.save(path)


class Runs(unittest.TestCase):
    def test_give_outputs_and_formulas_as_arrays(self):
        model = four_bar()
        run = model.run(duration=0.5, interval=0.01)
        self.assertEqual(run.time.shape, (51,))
        self.assertTrue(run.status["finished"])
        table = run.table(["Crank pin.angle", "sqrt(Coupler.x^2 + Coupler.y^2)"])
        self.assertEqual(table.shape, (51, 2))
        np.testing.assert_array_equal(table[:, 0], run["Crank pin.angle"])
        np.testing.assert_allclose(table[:, 1], 0.1, atol=1e-6)
        self.assertEqual(run.unit("Crank pin.angle"), "rad")
        self.assertAlmostEqual(model.calc("Crank pin.angle"), math.pi / 2, places=6)
        for text, words in (("Crank pin.angel", "no output 'angel'"), ("1 +", ".")):
            with self.assertRaisesRegex(trammel.Error, words):
                run[text]

    def test_are_the_same_bits_in_files_and_in_threads(self):
        model = four_bar()
        first = model.run(duration=0.3)
        with tempfile.TemporaryDirectory() as folder:
            first.save(Path(folder) / "r.trun")
            again = trammel.open_run(Path(folder) / "r.trun")
            np.testing.assert_array_equal(first["KE"], again["KE"])
            first.export(Path(folder) / "r.csv")
        runs = {}
        threads = [threading.Thread(target=lambda i=i: runs.update({i: model.run(duration=0.3)["KE"]})) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for i in range(4):
            np.testing.assert_array_equal(first["KE"], runs[i])

    def test_are_copies_of_the_model_that_edits_do_not_change(self):
        model = four_bar()
        run = model.run(duration=0.2)
        before = run["KE"]
        model["Crank"]["length"] = 0.09
        np.testing.assert_array_equal(before, run["KE"])
        self.assertFalse(np.array_equal(before, model.run(duration=0.2)["KE"]))

    def test_that_cannot_be_raise(self):
        model = four_bar()
        with self.assertRaisesRegex(trammel.Error, "positive"):
            model.run(duration=-1)
        with self.assertRaisesRegex(trammel.Error, "no integrator"):
            model.run(integrator="magic")
        model["Coupler"]["length"] = 5
        with self.assertRaises(trammel.Error) as caught:
            model.run()
        self.assertTrue(caught.exception.problems)

    def test_end_at_an_interruption(self):
        model = four_bar()
        started = threading.Event()

        def interrupt():
            started.wait()
            _thread.interrupt_main()

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            started.set()
            model.run(duration=1e5, interval=1)
        thread.join()


class Studies(unittest.TestCase):
    def setUp(self):
        self.model = four_bar()
        self.model["Coupler length"]["levels"] = 3
        self.model["Rocker length"]["levels"] = 2

    def test_do_not_depend_on_workers_files_or_resuming(self):
        told = []
        results = self.model.study("Torque map", workers=1, progress=lambda *now: told.append(now))
        self.assertEqual(results.columns, ["Coupler.length [m]", "Rocker.length [m]", "Peak torque [N*m]"])
        self.assertEqual((results.values.shape, results.factors, results.runs), ((6, 3), 2, list(range(6))))
        self.assertEqual(set(results.status), {"ok"})
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "s.tstudy"
            self.assertTrue(self.model.study("Torque map", workers=2, file=file).complete)
            for other in (trammel.open_study(file), self.model.study("Torque map", file=file, resume=True)):
                np.testing.assert_array_equal(results.values, other.values)
            with self.assertRaisesRegex(trammel.Error, "exists"):
                self.model.study("Torque map", file=file)
            results.save_csv(Path(folder) / "s.csv")
            self.assertEqual(len((Path(folder) / "s.csv").read_text().splitlines()), 7)

    def test_keep_failed_runs_as_results(self):
        self.model["Coupler length"]["to"] = 3.0
        results = self.model.study("Torque map")
        failed = [i for i, status in enumerate(results.status) if status != "ok"]
        self.assertTrue(failed)
        self.assertTrue(np.isnan(results["Peak torque"][failed]).all())
        self.assertTrue(all(results.messages[i] for i in failed))

    def test_give_models_and_say_what_is_missing(self):
        results = self.model.study("Torque map")
        self.assertEqual(results.model(5)["Coupler"]["length"], results.row(5)["Coupler.length [m]"])
        self.assertTrue(results.check(3))
        self.assertIsNone(results.best)
        for wrong in (lambda: results.row(6), lambda: results["Torque"], lambda: self.model.study(),
                      lambda: self.model.study("Map"), lambda: self.model.study("Torque map", workers=0)):
            with self.assertRaises(trammel.Error):
                wrong()
        self.assertTrue(results.analyze())

    def test_measure_values_at_events(self):
        turned = self.model.add("event", "crossing", "Half turn", properties={"formula": "'Crank pin'.q - 180 deg"})
        self.model.add("response", "atEvent", "Angle there", parent=self.model["Torque map"],
                       properties={"output": "'Crank pin.angle'"}, inputs={"event": turned})
        results = self.model.study("Torque map")
        np.testing.assert_allclose(results["Angle there"], np.pi, atol=1e-9)

    def test_end_where_progress_raises(self):
        def stop(*_):
            raise RuntimeError("enough")

        with self.assertRaisesRegex(RuntimeError, "enough"):
            self.model.study("Torque map", progress=stop)


class Processes(unittest.TestCase):
    def test_end_cleanly_with_results_alive(self):
        code = "import sys, trammel; m = trammel.load(sys.argv[1]); r = m.run(duration=.1); print(len(r))"
        done = subprocess.run([sys.executable, "-c", code, MODELS / "four_bar.trammel"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
